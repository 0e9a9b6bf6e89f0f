import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sudo = `#!/bin/bash
[ "$1" = -u ] || exec "$@"
id=$(cat "$STAND_INS/users/$2") || exit 1
shift 2
[ "$IS_ROOT" = yes ] && exec setpriv --reuid="$id" --regid="$id" --clear-groups "$@"
exec "$@"
`
const useradd = `#!/bin/bash
name=\${!#}
[ -e "$STAND_INS/users/$name" ] && exit 9
echo $((64101 + $(ls "$STAND_INS/users" | wc -l))) > "$STAND_INS/users/$name"
`
const install = `#!/bin/bash
given=()
while [ $# -gt 0 ]; do
  if [ "$1" = -o ]; then
    id=$(cat "$STAND_INS/users/$2") || exit 1
    [ "$IS_ROOT" = yes ] && given+=(-o "$id")
    shift 2
  else
    given+=("$1")
    shift
  fi
done
exec /usr/bin/install "\${given[@]}"
`

/**
 * Writes what stands in for the commands that change a machine's users: `useradd` remembers a number for each name, `install -o` and
 * `sudo -u` take that number for the name. As root the files and processes really belong to those numbers; as anyone else to this user,
 * so the rights between them are not tried.
 *
 * @param folder - Where.
 * @returns The environment in which commands find them before the machine's own, and whether users are really apart.
 */
export function writeStandIns(folder: string): { env: { [name: string]: string }; areUsersApart: boolean } {
  mkdirSync(join(folder, 'users'), { recursive: true })
  for (const [name, text] of Object.entries({ sudo, useradd, install }))
    writeFileSync(join(folder, name), text, { mode: 0o755 })
  const areUsersApart = process.getuid?.() === 0 && hasSetpriv()
  const env = { PATH: `${folder}:${process.env.PATH}`, STAND_INS: folder, IS_ROOT: areUsersApart ? 'yes' : 'no' }
  return { env, areUsersApart }
}

function hasSetpriv(): boolean {
  try {
    // A checkout in a folder of root's own cannot be run by others, and then nothing is tried but the commands.
    const others = ['--reuid=64100', '--regid=64100', '--clear-groups', 'test', '-r', new URL(import.meta.url).pathname]
    execFileSync('setpriv', others)
    return true
  } catch {
    return false
  }
}
