import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A system program that checks use and `npm ci` cannot install. */
export interface Program {
  name: string;
  isHere(): boolean;
  /** Debian packages that contain it. */
  packages: readonly string[];
  /** How to get it elsewhere. */
  elsewhere?: string;
}

/** Returns the command that installs programs. */
export const installCommand = (programs: readonly Program[]): string =>
  `apt-get install ${programs.flatMap(({ packages }) => packages).join(' ')}`;

/** Says which program is missing and how to get it. */
export const missingText = (program: Program): string =>
  `${program.name} is not installed. On Debian, as root: ${installCommand([program])}${program.elsewhere === undefined ? '' : ` (${program.elsewhere})`}`;

/** Returns whether this process may install Debian packages. */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get && command -v flock']).status === 0;

/** Returns the programs that this machine lacks. */
export const missingOf = (programs: readonly Program[]): Program[] => programs.filter((program) => !program.isHere());

/**
 * Installs missing programs together, then those still missing one by one, because apt-get installs nothing if it does
 * not know one of the packages.
 */
export function installMissing(programs: readonly Program[], install: (packages: readonly string[]) => void): void {
  const missing = missingOf(programs);
  if (missing.length === 0) return;
  install(missing.flatMap(({ packages }) => packages));
  const left = missingOf(missing);
  if (missing.length > 1) for (const { packages } of left) install(packages);
}

/** How long to wait for another installation. Units: seconds. */
const patience = 900;
/** Pause between two attempts to update. Units: seconds. */
const pause = 5;
const aptGet = `apt-get -qq -o DPkg::Lock::Timeout=${patience} -o Acquire::Retries=3`;
/**
 * DPkg::Lock::Timeout does not cover the package lists' lock, so `update` is retried while another process holds it.
 */
const update = `
for try in $(seq ${patience / pause}); do
  said=$(${aptGet} update 2>&1) && exit
  case $said in *lists/lock*) sleep ${pause} ;; *) echo "$said" >&2; exit ;; esac
done`;

/** Installs Debian packages, using only the package manager's network. Prints the output if it fails. */
export function installPackages(packages: readonly string[]): void {
  console.log(`Installing ${packages.join(' ')}`);
  const install = `said=$(${aptGet} install -y --no-install-recommends ${packages.join(' ')} 2>&1) || echo "$said" >&2`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('sh', ['-c', `(${update}); ${install}`], { stdio: 'inherit', env });
}

/** Our installations lock this folder to run one at a time. dpkg's own locks are files in it. */
const lockedFolder = '/var/lib/dpkg';
const script = fileURLToPath(new URL('ensure.ts', import.meta.url));

/** Installs the named programs in a separate process, once no other run of ours is installing. */
export function installAlone(names: readonly string[]): void {
  // `-o`: programs started by a package must not inherit the lock.
  const ensure = ['npx', 'tsx', script, '--locked', ...names];
  spawnSync('flock', ['-o', '-w', String(patience), lockedFolder, ...ensure], { stdio: 'inherit' });
}
