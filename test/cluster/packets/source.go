package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"syscall"
	"time"
	"unsafe"
)

// How the packets of an interface are framed.
type link struct {
	number uint32
	text   string
}

func (l link) String() string { return l.text }

var (
	ethernet = link{1, "EN10MB (Ethernet)"}
	cooked   = link{276, "LINUX_SLL2 (Linux cooked v2)"}
)

const (
	ethernetHeader = 14
	cookedHeader   = 20
	mostBytes      = 262144
	packetStats    = 6 // PACKET_STATISTICS of linux/if_packet.h
)

// Where packets come from: an AF_PACKET socket.
type source struct {
	socket int
	link   link
}

func bigEndian(value uint16) uint16 {
	return binary.NativeEndian.Uint16(binary.BigEndian.AppendUint16(nil, value))
}

// "any" has no frames of its own, so the kernel takes their headers away and we write cooked ones.
func open(device string, bufferBytes int) (*source, error) {
	kind, link, index := syscall.SOCK_RAW, ethernet, 0
	if device == "any" {
		kind, link = syscall.SOCK_DGRAM, cooked
	} else {
		found, err := net.InterfaceByName(device)
		if err != nil {
			return nil, fmt.Errorf("%s: No such device exists\n(SIOCGIFHWADDR: No such device)", device)
		}
		index = found.Index
	}
	all := bigEndian(syscall.ETH_P_ALL)
	socket, err := syscall.Socket(syscall.AF_PACKET, kind|syscall.SOCK_CLOEXEC, int(all))
	if err == syscall.EPERM {
		return nil, fmt.Errorf("%s: You don't have permission to capture on that device\n(socket: Operation not permitted)", device)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", device, err)
	}
	if index != 0 {
		if err := syscall.Bind(socket, &syscall.SockaddrLinklayer{Protocol: all, Ifindex: index}); err != nil {
			return nil, fmt.Errorf("%s: %w", device, err)
		}
	}
	_ = syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_RCVBUFFORCE, bufferBytes)
	return &source{socket, link}, nil
}

func (s *source) read(packets chan<- packet) {
	buffer := make([]byte, mostBytes)
	for {
		count, from, err := syscall.Recvfrom(s.socket, buffer, 0)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			fail("recvfrom: %s", err)
		}
		end, isLink := from.(*syscall.SockaddrLinklayer)
		if !isLink {
			continue
		}
		// The loopback interface shows each packet twice.
		if end.Hatype == syscall.ARPHRD_LOOPBACK && end.Pkttype == syscall.PACKET_OUTGOING {
			continue
		}
		packets <- s.frame(end, buffer[:count])
	}
}

func (s *source) frame(end *syscall.SockaddrLinklayer, bytes []byte) packet {
	protocol := bigEndian(end.Protocol)
	framed := packet{at: time.Now(), protocol: protocol, kind: end.Pkttype, header: ethernetHeader}
	if found, err := net.InterfaceByIndex(end.Ifindex); err == nil {
		framed.device = found.Name
	}
	if s.link == cooked {
		header := binary.BigEndian.AppendUint16(nil, protocol)
		header = binary.BigEndian.AppendUint16(header, 0)
		header = binary.BigEndian.AppendUint32(header, uint32(end.Ifindex))
		header = binary.BigEndian.AppendUint16(header, end.Hatype)
		header = append(header, end.Pkttype, end.Halen)
		framed.bytes = append(header, end.Addr[:]...)
		framed.header = cookedHeader
	}
	framed.bytes = append(framed.bytes, bytes...)
	return framed
}

// How many packets came while the buffer of the socket was full.
func (s *source) dropped() int {
	var stats struct{ packets, drops uint32 }
	size := uint32(unsafe.Sizeof(stats))
	syscall.Syscall6(syscall.SYS_GETSOCKOPT, uintptr(s.socket), syscall.SOL_PACKET, packetStats,
		uintptr(unsafe.Pointer(&stats)), uintptr(unsafe.Pointer(&size)), 0)
	return int(stats.drops)
}
