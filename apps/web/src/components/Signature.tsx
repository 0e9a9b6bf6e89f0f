import { CopyButton } from './CopyButton.js'

/** A signature, and whose it turned out to be. */
export type SignatureCheck = {
  readonly signature: string
  /** Who was asked to sign. */
  readonly expected: string | undefined
  /** Who did; undefined when it is no plain key's signature. */
  readonly signer: string | undefined
}

/** Shows a signature and what its check found. */
export function Signature({ signature, expected, signer }: SignatureCheck) {
  const isMine = signer !== undefined && signer.toLowerCase() === expected?.toLowerCase()
  return (
    <div className="signature" data-verified={isMine}>
      <p className="verdict">
        {isMine
          ? `Verified: signed by ${signer.slice(0, 6)}…${signer.slice(-4)}.`
          : 'Not a signature by this account’s own key. An account that is a contract signs differently.'}
      </p>
      <p className="value">
        <code dir="ltr">{signature}</code>
        <CopyButton text={signature} label="Copy signature" />
      </p>
    </div>
  )
}
