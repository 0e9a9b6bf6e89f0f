import { isLatchkeyError } from '@latchkey/protocol/errors'

/** Gives the code of what a promise fails with. */
export async function failure(
  promise: Promise<unknown>,
): Promise<{ code: string; message: string; rpcCode?: number | undefined }> {
  const error = await promise.then(
    () => new Error('It did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!isLatchkeyError(error)) throw error
  const { code, message, rpcCode } = error
  return { code, message, rpcCode }
}
