#!/usr/bin/env node
'use strict';

// kubectl runs this for `kubectl dbg`. A file of its own, as the shims of pnpm and of Windows start a file by its own name,
// and the program says how to call it again.
require('./kubectl-debug.js');
