package main

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"syscall"
	"time"
)

// One packet as it is written: with its Ethernet or cooked header.
type packet struct {
	at    time.Time
	bytes []byte
	// How much of bytes is in front of the network's header.
	header int
	// The network protocol, as in an Ethernet header.
	protocol uint16
	// PACKET_OUTGOING and the like.
	kind   uint8
	device string
}

func (p packet) network() (uint16, []byte) {
	return p.protocol, p.bytes[p.header:]
}

// The header of a pcap file in the byte order of this machine, with microseconds.
func fileHeader(snap int, link uint32) []byte {
	header := binary.NativeEndian.AppendUint32(nil, 0xa1b2c3d4)
	header = binary.NativeEndian.AppendUint16(header, 2)
	header = binary.NativeEndian.AppendUint16(header, 4)
	for _, field := range []uint32{0, 0, uint32(snap), link} {
		header = binary.NativeEndian.AppendUint32(header, field)
	}
	return header
}

func (p packet) record(snap int) []byte {
	kept := p.bytes[:min(len(p.bytes), snap)]
	fields := []int{int(p.at.Unix()), p.at.Nanosecond() / 1000, len(kept), len(p.bytes)}
	var record []byte
	for _, field := range fields {
		record = binary.NativeEndian.AppendUint32(record, uint32(field))
	}
	return append(record, kept...)
}

func (p packet) line() string {
	direction := "In "
	if p.kind == syscall.PACKET_OUTGOING {
		direction = "Out"
	}
	d := decode(p.network())
	ends := fmt.Sprintf("%s > %s", d.source.Addr(), d.target.Addr())
	if d.hasPorts {
		ends = fmt.Sprintf("%s.%d > %s.%d", d.source.Addr(), d.source.Port(), d.target.Addr(), d.target.Port())
	}
	return fmt.Sprintf("%s %-5s %s %s %s: %s, length %d",
		p.at.UTC().Format("15:04:05.000000"), p.device, direction, d.family, ends, d.protocol, d.length)
}

// What a filter asks about.
type decoded struct {
	family, protocol string
	source, target   netip.AddrPort
	hasPorts         bool
	// Bytes after the header of UDP, else after that of IP.
	length int
}

var protocols = map[uint8]string{1: "icmp", 6: "tcp", 17: "udp", 58: "icmp6"}

func decode(protocol uint16, bytes []byte) decoded {
	switch {
	case protocol == syscall.ETH_P_ARP:
		return decoded{family: "arp", protocol: "arp", length: len(bytes)}
	case protocol == syscall.ETH_P_IP && len(bytes) >= 20:
		header := int(bytes[0]&15) * 4
		total := int(binary.BigEndian.Uint16(bytes[2:]))
		return decodePorts("ip", bytes[9], [2][]byte{bytes[12:16], bytes[16:20]}, cut(bytes, header, total))
	case protocol == syscall.ETH_P_IPV6 && len(bytes) >= 40:
		total := 40 + int(binary.BigEndian.Uint16(bytes[4:]))
		return decodePorts("ip6", bytes[6], [2][]byte{bytes[8:24], bytes[24:40]}, cut(bytes, 40, total))
	}
	return decoded{family: "other", protocol: fmt.Sprintf("0x%04x", protocol), length: len(bytes)}
}

func cut(bytes []byte, from, to int) []byte {
	to = min(to, len(bytes))
	return bytes[min(from, to):to]
}

func decodePorts(family string, number uint8, ends [2][]byte, payload []byte) decoded {
	source, _ := netip.AddrFromSlice(ends[0])
	target, _ := netip.AddrFromSlice(ends[1])
	d := decoded{family: family, protocol: protocols[number], length: len(payload)}
	var ports [2]uint16
	if (number == 6 || number == 17) && len(payload) >= 8 {
		ports = [2]uint16{binary.BigEndian.Uint16(payload), binary.BigEndian.Uint16(payload[2:])}
		d.hasPorts = true
		if number == 17 {
			d.length -= 8
		}
	}
	d.source, d.target = netip.AddrPortFrom(source, ports[0]), netip.AddrPortFrom(target, ports[1])
	return d
}
