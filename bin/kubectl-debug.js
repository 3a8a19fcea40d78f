#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { openBundles } = require('./bundles.js');

const main = join(module.path, '..', 'dist', 'main.cjs');
try {
  openBundles(process)(main);
} catch (error) {
  // Without this Node would print the failing line, and a bundle is one line.
  const why = existsSync(main) ? `cannot start: ${error}` : `${main} is missing: run npm run build`;
  console.error(`error: ${why}`);
  process.exitCode = 125;
}
