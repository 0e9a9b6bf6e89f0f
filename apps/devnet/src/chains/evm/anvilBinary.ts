import { createRequire } from 'node:module'
import { LatchkeyError } from '@latchkey/protocol/errors'

const packages: { readonly [platform: string]: string } = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'win32-amd64',
}

/** The path of the node's program for this machine; the package's own wrapper is left out because it adds a process. */
export function anvilBinary(platform: string = process.platform, arch: string = process.arch): string {
  const name = packages[`${platform}-${arch}`]
  const hints = ['Local chains run on Linux (glibc), macOS and 64-bit Windows.', 'Run `npm ci` without --no-optional.']
  if (name === undefined) {
    throw new LatchkeyError('INVALID_CONFIG', `There is no local chain node for ${platform}-${arch}`, { hints })
  }
  // The binary lies beside the wrapper package in every layout, so it is looked up from there.
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  try {
    return require.resolve(`@foundry-rs/anvil-${name}/bin/anvil${platform === 'win32' ? '.exe' : ''}`)
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', `The local chain node @foundry-rs/anvil-${name} is not installed`, {
      cause,
      hints,
    })
  }
}
