package main

import (
	"net/netip"
	"strconv"
	"strings"
)

// Whether a packet is wanted.
type filter func(decoded) bool

// Reads tcpdump's filter language as far as tests need it:
//
//	[src|dst] host ADDRESS, [tcp|udp] [src|dst] port N, tcp, udp, icmp, icmp6, arp, ip, ip6
//
// with `not`, `and`, `or` (of equal rank, as in tcpdump) and parentheses.
func parseFilter(words []string) filter {
	text := strings.NewReplacer("(", " ( ", ")", " ) ", "!", " not ").Replace(strings.Join(words, " "))
	reader := &filterReader{words: strings.Fields(text)}
	if len(reader.words) == 0 {
		return func(decoded) bool { return true }
	}
	parsed := reader.expression()
	if len(reader.words) > 0 {
		syntaxError()
	}
	return parsed
}

func syntaxError() {
	fail("can't parse filter expression: syntax error")
}

type filterReader struct{ words []string }

func (r *filterReader) takes(choices ...string) string {
	for _, choice := range choices {
		if len(r.words) > 0 && r.words[0] == choice {
			r.words = r.words[1:]
			return choice
		}
	}
	return ""
}

func (r *filterReader) value() string {
	if len(r.words) == 0 {
		syntaxError()
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

func (r *filterReader) expression() filter {
	left := r.term()
	for {
		switch r.takes("and", "&&", "or", "||") {
		case "and", "&&":
			one, other := left, r.term()
			left = func(d decoded) bool { return one(d) && other(d) }
		case "or", "||":
			one, other := left, r.term()
			left = func(d decoded) bool { return one(d) || other(d) }
		default:
			return left
		}
	}
}

func (r *filterReader) term() filter {
	if r.takes("not") != "" {
		inner := r.term()
		return func(d decoded) bool { return !inner(d) }
	}
	if r.takes("(") != "" {
		inner := r.expression()
		if r.takes(")") == "" {
			syntaxError()
		}
		return inner
	}
	return r.primitive()
}

func (r *filterReader) primitive() filter {
	protocol := r.takes("tcp", "udp", "icmp6", "icmp", "arp", "ip6", "ip")
	side := r.takes("src", "dst")
	hasProtocol := func(d decoded) bool { return protocol == "" || d.protocol == protocol || d.family == protocol }
	switch r.takes("port", "host") {
	case "port":
		port, err := strconv.ParseUint(r.value(), 10, 16)
		if err != nil {
			syntaxError()
		}
		return func(d decoded) bool {
			return hasProtocol(d) && d.hasPorts && either(side, d.source.Port() == uint16(port), d.target.Port() == uint16(port))
		}
	case "host":
		word := r.value()
		host, err := netip.ParseAddr(word)
		if err != nil {
			fail("unknown host %q", word)
		}
		return func(d decoded) bool {
			return hasProtocol(d) && either(side, d.source.Addr() == host, d.target.Addr() == host)
		}
	}
	if protocol == "" || side != "" {
		syntaxError()
	}
	return hasProtocol
}

func either(side string, isSource, isTarget bool) bool {
	return side != "dst" && isSource || side != "src" && isTarget
}
