// Looks for the system services that some suites need; those suites look for themselves, this says what they will find.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds a program on the path or in the folders given. */
function findProgram(name, folders = []) {
  const all = [...(process.env.PATH ?? '').split(delimiter), ...folders]
  return all
    .map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name))
    .find((path) => existsSync(path))
}

/**
 * Lists the services and where they were found.
 *
 * @returns {{ name: string, found: string | undefined, advice: string }[]} One row a service.
 */
export function findServices() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  return [
    {
      name: 'PostgreSQL',
      found: process.env.TEST_DATABASE_URL ? 'TEST_DATABASE_URL' : findProgram('postgres', versions),
      advice: 'install postgresql, or set TEST_DATABASE_URL',
    },
    {
      name: 'Redis',
      found: process.env.TEST_REDIS_URL ? 'TEST_REDIS_URL' : findProgram('redis-server'),
      advice: 'install redis-server, or set TEST_REDIS_URL',
    },
    { name: 'nginx', found: findProgram('nginx', ['/usr/sbin']), advice: 'install nginx-light' },
    { name: 'SoftHSM', found: findProgram('softhsm2-util'), advice: 'install softhsm2' },
  ]
}
