// Command speak is the one program of an image without a shell. It does what its
// words say, one after the other:
//
//	out TEXT    prints TEXT and a newline on stdout
//	err TEXT    the same on stderr
//	cat         copies stdin to stdout
//	lines N     prints the lines 1 to N
//	exit N      exits with N
//
// For instance `speak out hello err there exit 3`.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
)

func main() {
	words := os.Args[1:]
	next := func() string {
		if len(words) == 0 {
			fail("the last word needs another after it")
		}
		word := words[0]
		words = words[1:]
		return word
	}
	number := func() int {
		n, err := strconv.Atoi(next())
		check(err)
		return n
	}
	for len(words) > 0 {
		switch verb := next(); verb {
		case "out":
			_, err := fmt.Fprintln(os.Stdout, next())
			check(err)
		case "err":
			_, err := fmt.Fprintln(os.Stderr, next())
			check(err)
		case "cat":
			_, err := io.Copy(os.Stdout, os.Stdin)
			check(err)
		case "lines":
			check(count(number()))
		case "exit":
			os.Exit(number())
		default:
			fail("unknown word " + strconv.Quote(verb))
		}
	}
}

// count prints many lines with few writes.
func count(last int) error {
	out := bufio.NewWriter(os.Stdout)
	for n := 1; n <= last; n++ {
		fmt.Fprintln(out, n)
	}
	return out.Flush()
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, "speak:", message)
	os.Exit(2)
}
