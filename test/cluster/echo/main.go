// Command echo sends back each byte of every TCP connection to PORT (7000), and
// ends its own direction once the other side has ended. The queue of connections
// that it has not taken yet is as long as the system allows.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
)

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "7000"
	}
	listener, err := net.Listen("tcp", ":"+port)
	check(err)
	fmt.Println("listening on", port)
	for {
		connection, err := listener.Accept()
		check(err)
		go echo(connection.(*net.TCPConn))
	}
}

func echo(connection *net.TCPConn) {
	defer connection.Close()
	if _, err := io.Copy(connection, connection); err != nil {
		fmt.Println(err)
		return
	}
	connection.CloseWrite()
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "echo:", err)
		os.Exit(1)
	}
}
