// Command tcpdump is what an image for tests has in place of tcpdump: small, static and
// predictable. It understands the words that kubectl-debug gives to tcpdump:
//
//	-i NAME|any   the interface; "any" writes Linux cooked v2 frames
//	-w -          write pcap to stdout; without it, a line for each packet
//	-s BYTES      the snap length; 0 is 262144
//	-c COUNT      end after so many packets
//	-B KIB        the buffer of the socket
//	-Q in|out|inout
//	-n -U -l -p -q -e -t -v and the like are accepted
//
// and the filters of filter.go. It prints its counts on stderr when SIGINT or SIGTERM
// ends it. Each packet is written at once. The filter runs here and not in the kernel,
// so that dropped packets count as wanted ones.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

type options struct {
	device    string
	direction string
	isPcap    bool
	snap      int
	count     int
	buffer    int
	filter    filter
}

func main() {
	options := parse(os.Args[1:])
	source, err := open(options.device, options.buffer*1024)
	if err != nil {
		fail("%s", err)
	}
	fmt.Fprintf(os.Stderr, "tcpdump: listening on %s, link-type %s, snapshot length %d bytes\n",
		options.device, source.link, options.snap)
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGINT, syscall.SIGTERM)
	if options.isPcap {
		write(fileHeader(options.snap, source.link.number))
	}
	packets := make(chan packet)
	go source.read(packets)
	captured := 0
	for options.count == 0 || captured < options.count {
		select {
		case <-ends:
			report(captured, source)
			return
		case packet := <-packets:
			if !options.takes(packet) {
				continue
			}
			captured++
			if options.isPcap {
				write(packet.record(options.snap))
			} else {
				write([]byte(packet.line() + "\n"))
			}
		}
	}
	report(captured, source)
}

func (o options) takes(p packet) bool {
	isOut := p.kind == syscall.PACKET_OUTGOING
	if o.direction == "in" && isOut || o.direction == "out" && !isOut {
		return false
	}
	return o.filter(decode(p.network()))
}

// A reader that is gone ends it, as a broken pipe ends tcpdump.
func write(bytes []byte) {
	if _, err := os.Stdout.Write(bytes); err != nil {
		fail("Unable to write output: %s", err)
	}
}

func report(captured int, source *source) {
	dropped := source.dropped()
	fmt.Fprintf(os.Stderr, "\n%d packets captured\n%d packets received by filter\n%d packets dropped by kernel\n",
		captured, captured+dropped, dropped)
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "tcpdump: "+format+"\n", args...)
	os.Exit(1)
}

func parse(words []string) options {
	parsed := options{device: "any", direction: "inout", snap: 262144, buffer: 2048}
	next := func(flag string) string {
		if len(words) == 0 {
			fail("option requires an argument -- '%s'", flag)
		}
		word := words[0]
		words = words[1:]
		return word
	}
	number := func(flag string) int {
		value, err := strconv.Atoi(next(flag))
		if err != nil || value < 0 {
			fail("invalid value for -%s", flag)
		}
		return value
	}
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		switch flag := next("")[1:]; flag {
		case "i":
			parsed.device = next(flag)
		case "w":
			if to := next(flag); to != "-" {
				fail("%s: this tcpdump writes only to -", to)
			}
			parsed.isPcap = true
		case "s":
			if parsed.snap = number(flag); parsed.snap == 0 {
				parsed.snap = 262144
			}
		case "c":
			parsed.count = number(flag)
		case "B":
			parsed.buffer = number(flag)
		case "Q":
			parsed.direction = next(flag)
		case "-":
			parsed.filter = parseFilter(words)
			return parsed
		case "-version":
			fmt.Println("tcpdump version 0.0 (kubectl-debug's tests)")
			os.Exit(0)
		default:
			if strings.Trim(flag, "nUlpqetvK#") != "" {
				fail("invalid option -- '%s'", flag)
			}
		}
	}
	parsed.filter = parseFilter(words)
	return parsed
}
