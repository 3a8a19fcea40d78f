#!/usr/bin/env node
'use strict';

// kubectl calls this to complete `kubectl dbg …`, with the words after `dbg`.
process.argv.splice(2, 0, 'completion', '--');
require('./kubectl-debug.js');
