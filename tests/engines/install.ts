import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of the operating system that checks use, which `npm ci` cannot bring. */
export interface Program {
  name: string;
  isHere(): boolean;
  /** Debian's packages that bring it. */
  packages: readonly string[];
  /** How else to get it. */
  elsewhere?: string;
}

/** Returns the command that installs programs. */
export const installCommand = (programs: readonly Program[]): string =>
  `apt-get install ${programs.flatMap(({ packages }) => packages).join(' ')}`;

/** Says which program is missing and how to get it. */
export const missingText = (program: Program): string =>
  `${program.name} is not installed. On Debian, as root: ${installCommand([program])}${program.elsewhere === undefined ? '' : ` (${program.elsewhere})`}`;

/** Whether this process may install Debian's packages. */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get && command -v flock']).status === 0;

/** Returns the programs that are not on this machine. */
export const missingOf = (programs: readonly Program[]): Program[] => programs.filter((program) => !program.isHere());

/**
 * Installs missing programs, all of them at once; then one by one those that this did not bring, because apt-get installs
 * nothing if it does not know one of the packages.
 */
export function installMissing(programs: readonly Program[], install: (packages: readonly string[]) => void): void {
  const missing = missingOf(programs);
  if (missing.length === 0) return;
  install(missing.flatMap(({ packages }) => packages));
  const left = missingOf(missing);
  if (missing.length > 1) for (const { packages } of left) install(packages);
}

/** How long to wait for another installation on this machine. Units: seconds. */
const patience = 900;
/** Between two tries to update. Units: seconds. */
const pause = 5;
const aptGet = `apt-get -qq -o DPkg::Lock::Timeout=${patience} -o Acquire::Retries=3`;
/** DPkg::Lock::Timeout does not cover the lock of the package lists, so `update` is repeated while another process holds it. */
const update = `
for try in $(seq ${patience / pause}); do
  said=$(${aptGet} update 2>&1) && exit
  case $said in *lists/lock*) sleep ${pause} ;; *) echo "$said" >&2; exit ;; esac
done`;

/** Installs Debian's packages, with the network of the package manager only. Prints its output if it fails. */
export function installPackages(packages: readonly string[]): void {
  console.log(`Installing ${packages.join(' ')}`);
  const install = `said=$(${aptGet} install -y --no-install-recommends ${packages.join(' ')} 2>&1) || echo "$said" >&2`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('sh', ['-c', `(${update}); ${install}`], { stdio: 'inherit', env });
}

/** Our installations on this machine wait for each other on this folder. dpkg's own locks are files in it. */
const lockedFolder = '/var/lib/dpkg';
const script = fileURLToPath(new URL('ensure.ts', import.meta.url));

/** Installs the named programs in a process of its own, once no other of our runs installs anything. */
export function installAlone(names: readonly string[]): void {
  // `-o`: what a package starts must not keep the lock.
  const ensure = ['npx', 'tsx', script, '--locked', ...names];
  spawnSync('flock', ['-o', '-w', String(patience), lockedFolder, ...ensure], { stdio: 'inherit' });
}
