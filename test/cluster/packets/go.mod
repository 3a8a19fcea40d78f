module kubectl-debug/test/cluster/tcpdump

go 1.25.0
