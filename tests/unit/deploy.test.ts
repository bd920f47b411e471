import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { maxFormBytes } from '#server/http/input.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** Names of the settings for `npm start`, from the table in docs/operations.md. */
const settings = new Set(
  [...read('docs/operations.md').matchAll(/^\| ([A-Z][A-Z0-9_, ]+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  ),
);

/** Removes the digest by which an operator has pinned an image. */
const withoutDigest = (image: string): string => image.replace(/@sha256:[0-9a-f]{64}$/, '');

interface Instruction {
  word: string;
  rest: string;
}

/** The instructions of a Dockerfile, with continued lines joined. */
const instructions: Instruction[] = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [word = '', ...rest] = line.split(' ');
    return { word, rest: rest.join(' ') };
  });
const all = (word: string): string[] => instructions.filter((each) => each.word === word).map(({ rest }) => rest);

interface Compose {
  services: Record<
    string,
    {
      image?: string;
      build?: string;
      environment: Record<string, string>;
      volumes: string[];
      depends_on?: Record<string, { condition: string }>;
      healthcheck?: { test: string[] };
      read_only?: boolean;
      tmpfs?: string[];
      cap_drop?: string[];
      security_opt?: string[];
      mem_limit?: string;
    }
  >;
  volumes: Record<string, null>;
}
const compose = parse(read('compose.yaml')) as Compose;

/** Parses a unit file into sections with names and values. */
function unitFile(text: string): Map<string, [name: string, value: string][]> {
  const sections = new Map<string, [string, string][]>();
  let section: [string, string][] | undefined;
  for (const line of text.split('\n')) {
    const head = /^\[(\w+)\]$/.exec(line)?.[1];
    if (head !== undefined) sections.set(head, (section = []));
    else if (line !== '' && !line.startsWith('#')) {
      const at = line.indexOf('=');
      if (at < 1 || !section) throw new Error(`No line of a unit file: ${line}`);
      section.push([line.slice(0, at), line.slice(at + 1)]);
    }
  }
  return sections;
}

describe('the Dockerfile', () => {
  it('uses known instructions, and copies files that are in the repository or built on the way', () => {
    const known = new Set([
      'FROM',
      'WORKDIR',
      'COPY',
      'RUN',
      'ENV',
      'USER',
      'VOLUME',
      'EXPOSE',
      'HEALTHCHECK',
      'STOPSIGNAL',
      'CMD',
    ]);
    expect(instructions.filter(({ word }) => !known.has(word))).toEqual([]);
    const copied = all('COPY').flatMap((rest) => (rest.startsWith('--from') ? [] : rest.split(' ').slice(0, -1)));
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(all('COPY')).toContain('--from=build /app/dist dist');
  });

  it('runs the script of npm start as an unprivileged user, on the Node of .nvmrc', () => {
    const last = instructions.findLastIndex(({ word }) => word === 'USER');
    expect(instructions[last]?.rest).toBe('node');
    expect(instructions.slice(last).some(({ word }) => word === 'RUN')).toBe(false);
    const [command = '[]'] = all('CMD');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts['start']);
    const images = all('FROM').map((rest) => rest.split(' ')[0] ?? '');
    // Both stages are of one image: pinned alike, or not at all.
    expect(new Set(images).size).toBe(1);
    expect(new Set(images.map(withoutDigest))).toEqual(new Set([`node:${read('.nvmrc').trim()}-slim`]));
  });

  it('installs packages without running their scripts', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    const installs = instructions.flatMap(({ word, rest }, at) =>
      word === 'RUN' && rest.includes('npm ci') ? [at] : [],
    );
    expect(installs).toHaveLength(2);
    for (const at of installs) expect(instructions[at - 1]?.rest.split(' ')).toContain('.npmrc');
  });

  it('checks readiness with a program that parses, and keeps data in a volume', () => {
    const [check = ''] = all('HEALTHCHECK');
    const [, , program = ''] = JSON.parse(check.slice(check.indexOf('CMD') + 4)) as string[];
    expect(() => new Script(program)).not.toThrow();
    expect(program).toContain('/api/health/ready');
    const names = all('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')[0] ?? ''));
    expect(names.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([]);
    expect(all('ENV').join(' ')).toContain(`DATA_DIR=${all('VOLUME')[0]}`);
  });

  it('keeps data, secrets and local packages out of the build context', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['node_modules', '.git', 'data', 'dist']) expect(ignored).toContain(path);
  });
});

describe('the documented way to install', () => {
  const document = read('docs/operations.md');

  it('names the Node of .nvmrc and the oldest one that works, and .npmrc', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(document).toContain(`Node ${read('.nvmrc').trim()} (${engines.node.slice(2)} or newer also works)`);
    expect(document).toMatch(/npm ci --omit=dev .*\.npmrc/);
  });

  it('says how to pin images by digest', () => {
    expect(document).toContain("docker image inspect --format '{{index .RepoDigests 0}}'");
    for (const image of [all('FROM')[0]?.split(' ')[0], compose.services['database']?.image]) {
      expect(document).toContain(`\`${withoutDigest(image ?? '')}\``);
    }
  });

  it('lets the longest form through a proxy', () => {
    const mb = 1024 * 1024;
    const [nginx = 0] = [...read('deploy/nginx.conf').matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) =>
      Number(size),
    );
    const [caddy = 0] = [...read('deploy/Caddyfile').matchAll(/max_size (\d+)MB/g)].map(([, size]) => Number(size));
    // nginx counts in MiB, Caddy in MB.
    expect(nginx * mb).toBeGreaterThan(maxFormBytes);
    expect(caddy * 1e6).toBeGreaterThan(maxFormBytes);
    expect(document).toContain(`bodies of ${Math.max(nginx, caddy)} MB`);
  });
});

describe('compose.yaml', () => {
  it('starts the app once PostgreSQL 17 is healthy', () => {
    expect(withoutDigest(compose.services['database']?.image ?? '')).toBe('postgres:17');
    expect(compose.services['database']?.healthcheck?.test.join(' ')).toContain('pg_isready');
    expect(compose.services['app']?.build).toBe('.');
    expect(compose.services['app']?.depends_on).toEqual({ database: { condition: 'service_healthy' } });
  });

  it('sets only settings that the server reads, and contains no secrets', () => {
    const app = compose.services['app']?.environment ?? {};
    expect(Object.keys(app).filter((name) => !settings.has(name))).toEqual([]);
    const secrets = Object.values(compose.services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => name.endsWith('PASSWORD')),
    );
    expect(secrets.length).toBe(2);
    for (const [name, value] of secrets) expect(value).toBe(`\${${name}:?set ${name}}`);
  });

  it('keeps persistent data in declared volumes', () => {
    const used = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((each) => each.split(':')[0] ?? ''),
    );
    expect(used.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    expect(compose.services['app']?.volumes).toEqual([`files:${all('VOLUME')[0]}`]);
  });
});

describe('the permissions of a server', () => {
  it('are limited in a container', () => {
    for (const { security_opt, mem_limit } of Object.values(compose.services)) {
      expect(security_opt).toEqual(['no-new-privileges:true']);
      expect(mem_limit).toMatch(/^\dg$/);
    }
    const { read_only, tmpfs, cap_drop } = compose.services['app'] ?? {};
    expect({ read_only, tmpfs, cap_drop }).toEqual({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
  });

  it('are limited in a systemd service', () => {
    const service = new Map(unitFile(read('deploy/ward-rounds.service')).get('Service'));
    const names = ['CapabilityBoundingSet', 'MemoryMax', 'NoNewPrivileges', 'UMask'];
    expect(names.map((name) => service.get(name))).toEqual(['', '2G', 'true', '0077']);
  });
});

describe('the systemd unit', () => {
  const unit = unitFile(read('deploy/ward-rounds.service'));
  const service = new Map(unit.get('Service'));

  it('runs the script of npm start as its own user, with time to shut down', () => {
    expect([...unit.keys()]).toEqual(['Unit', 'Service', 'Install']);
    expect(service.get('User')).toBe('ward-rounds');
    expect(service.get('ExecStart')).toBe('/usr/bin/env node dist/server/main.js');
    // The server takes up to 15 s to finish requests.
    expect(Number(service.get('TimeoutStopSec'))).toBeGreaterThan(15);
  });

  it('can write to its data folders and nowhere else', () => {
    const dataDir = unit
      .get('Service')
      ?.find(([, value]) => value.startsWith('DATA_DIR='))?.[1]
      .slice('DATA_DIR='.length);
    expect(service.get('ProtectSystem')).toBe('strict');
    expect(service.get('ReadWritePaths')).toBe(dataDir);
    expect(dataDir).toBe(`/var/lib/${service.get('StateDirectory')}`);
  });
});
