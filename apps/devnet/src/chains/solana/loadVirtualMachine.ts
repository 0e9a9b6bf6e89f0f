import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Loads the virtual machine of Solana, which is native code and not made for every platform.
 *
 * @throws LatchkeyError INVALID_CONFIG where it is missing.
 */
export async function loadVirtualMachine(): Promise<typeof import('litesvm')> {
  try {
    return await import('litesvm')
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', 'This machine has no local Solana: `litesvm` could not be loaded', {
      cause,
      details: `There is none for ${process.platform} ${process.arch}, or optional dependencies were left out.`,
      hints: ['On Linux or macOS run `npm install` without `--omit=optional`.'],
    })
  }
}
