// Fails when npm knows of an advisory about a package that the project is built from or with. Says so where the package
// registry has no advisories, as a mirror may not.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
const report = JSON.parse(stdout);
if (report.vulnerabilities === undefined) {
  const how = report.statusCode === undefined ? 'it cannot be asked' : `it answers with ${report.statusCode}`;
  console.log(`not known, as the package registry does not tell of advisories: ${how}`);
} else {
  const found = Object.values(report.vulnerabilities);
  for (const { name, severity, range } of found) console.log(`${severity}: ${name} ${range}`);
  console.log(`${found.length} packages with advisories`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
