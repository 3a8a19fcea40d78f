// Command read-pcapng reads a capture on stdin by a library that is not ours and prints it as JSON:
// the section, the interfaces with their statistics, and the packets with what UDP carries in them.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
)

type description struct {
	Application string             `json:"application"`
	Interfaces  []captureInterface `json:"interfaces"`
	Packets     []packet           `json:"packets"`
}

type captureInterface struct {
	Name       string `json:"name"`
	Filter     string `json:"filter"`
	LinkType   int    `json:"linkType"`
	SnapLength uint32 `json:"snapLength"`
	Received   uint64 `json:"received"`
	Dropped    uint64 `json:"dropped"`
}

type packet struct {
	Interface      int       `json:"interface"`
	At             time.Time `json:"at"`
	OriginalLength int       `json:"originalLength"`
	// The bytes of the frame.
	Frame []byte `json:"frame"`
	// The ports of UDP and what it carries; empty for another packet.
	UDP     string `json:"udp"`
	Payload string `json:"payload"`
}

func main() {
	// Interfaces of several link types may be in one file.
	reader, err := pcapgo.NewNgReader(os.Stdin, pcapgo.NgReaderOptions{WantMixedLinkType: true})
	check(err)
	read := description{Application: reader.SectionInfo().Application, Interfaces: []captureInterface{}, Packets: []packet{}}
	for {
		frame, info, err := reader.ReadPacketData()
		if err == io.EOF {
			break
		}
		check(err)
		read.Packets = append(read.Packets, describe(reader, frame, info))
	}
	for index := range reader.NInterfaces() {
		described, err := reader.Interface(index)
		check(err)
		read.Interfaces = append(read.Interfaces, captureInterface{
			Name:       described.Name,
			Filter:     described.Filter,
			LinkType:   int(described.LinkType),
			SnapLength: described.SnapLength,
			Received:   described.Statistics.PacketsReceived,
			Dropped:    described.Statistics.PacketsDropped,
		})
	}
	check(json.NewEncoder(os.Stdout).Encode(read))
}

func describe(reader *pcapgo.NgReader, frame []byte, info gopacket.CaptureInfo) packet {
	described, err := reader.Interface(info.InterfaceIndex)
	check(err)
	read := packet{Interface: info.InterfaceIndex, At: info.Timestamp.UTC(), OriginalLength: info.Length, Frame: frame}
	decoded := gopacket.NewPacket(frame, described.LinkType, gopacket.Default)
	if udp, isUDP := decoded.Layer(layers.LayerTypeUDP).(*layers.UDP); isUDP {
		read.UDP = fmt.Sprintf("%d > %d", udp.SrcPort, udp.DstPort)
		read.Payload = string(udp.Payload)
	}
	return read
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "read-pcapng:", err)
		os.Exit(1)
	}
}
