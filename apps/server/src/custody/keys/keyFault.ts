import { LatchkeyError } from '@latchkey/protocol/errors'

/** The service that keeps the keys does not answer, or not sensibly: custody is closed until it does. */
export function keysUnavailable(details: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('API_UNREACHABLE', 'The keys of this server cannot be reached', { details, cause })
}

/** A ciphertext was altered or moved; the error does not reveal which. */
export function cannotOpen(): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', 'The ciphertext cannot be opened')
}
