import type { Chain, Namespace } from '@latchkey/core'
import { useChain, useConnection, useModal, useSignMessage, useSwitchChain } from '@latchkey/react'
import { useState } from 'react'
import { ActionRow } from '../components/ActionRow.js'
import { CopyButton } from '../components/CopyButton.js'
import { Outcome } from '../components/Outcome.js'
import type { Look } from '../look/look.js'

const message = 'Hello from Latchkey'
const code = `const { mutateAsync: signMessage } = useSignMessage()
const { open } = useModal()

open({ view: 'Connect', data: { namespace: 'solana' } })
await signMessage({ namespace: 'solana', message })`

/** A wallet of every family side by side: sign with each, and send where the modal sends. */
export function Families({ features }: { features: Look['features'] }) {
  const { chains } = useChain()
  const families = [...new Set(chains.map(({ chainNamespace }) => chainNamespace))]
  return (
    <ActionRow
      title="Several chain families"
      text="One page, one modal, a wallet for each family. They stay connected beside each other, and every hook takes a namespace."
      code={code}
    >
      <ul className="families">
        {families.map((family) => {
          const chain = chains.find(({ chainNamespace }) => chainNamespace === family)
          return chain && <FamilyRow key={family} family={family} chain={chain} features={features} />
        })}
      </ul>
    </ActionRow>
  )
}

function FamilyRow({ family, chain, features }: { family: Namespace; chain: Chain; features: Look['features'] }) {
  const { address, isConnected, chainId, connector } = useConnection({ namespace: family })
  const { open } = useModal()
  const { mutateAsync: signMessage, isPending, error } = useSignMessage()
  const { mutateAsync: switchChain } = useSwitchChain()
  const [signed, setSigned] = useState<{ signature: string; check: MessageCheck; by: string }>()
  const canSend = features.send && (family === 'eip155' || family === 'solana' || family === 'bip122')

  const sign = async () => {
    setSigned(undefined)
    if (!address) return
    try {
      const signature = await signMessage({ namespace: family, message })
      setSigned({ signature, check: await checkMessage({ family, address, message, signature }), by: address })
    } catch {
      // The mutation holds the error; it is shown below.
    }
  }
  const send = async () => {
    // The modal sends from the family that is active; the wallet is there already and is asked nothing.
    await switchChain({ chainId: chainId ?? chain.caipNetworkId }).catch(() => {})
    open({ view: 'WalletSend' })
  }
  return (
    <li className="family" aria-label={chain.name}>
      <div className="family-line">
        {chain.iconUrl ? <img src={chain.iconUrl} alt="" width={32} height={32} /> : <span />}
        <div className="family-who">
          <span className="family-name">{chain.name}</span>
          <span className="note">
            {isConnected && address ? `${shorten(address)} · ${connector?.name}` : 'No wallet'}
          </span>
        </div>
        {isConnected ? (
          <div className="buttons">
            {canSend && (
              <button type="button" className="button quiet" onClick={send} aria-label={`Send on ${chain.name}`}>
                Send
              </button>
            )}
            <button
              type="button"
              className="button"
              aria-disabled={isPending}
              onClick={isPending ? undefined : sign}
              aria-label={`Sign on ${chain.name}`}
            >
              {isPending ? 'Waiting…' : 'Sign'}
            </button>
          </div>
        ) : (
          <button
            type="button"
            className="button"
            onClick={() => open({ view: 'Connect', data: { namespace: family } })}
            aria-label={`Connect a wallet for ${chain.name}`}
          >
            Connect
          </button>
        )}
      </div>
      <Outcome error={error}>
        {signed && (
          <div className="signature" data-verified={typeof signed.check === 'object'}>
            <p className="verdict">{verdict(signed.check, signed.by)}</p>
            <p className="value">
              <code dir="ltr">{signed.signature}</code>
              <CopyButton text={signed.signature} label="Copy signature" />
            </p>
          </div>
        )}
      </Outcome>
    </li>
  )
}

function verdict(check: MessageCheck, by: string): string {
  if (check === 'unchecked') return `Signed as ${shorten(by)}. This page has no library to check this family with.`
  return check === 'none'
    ? 'Not a signature by this account’s own key.'
    : `Verified: signed by ${shorten(check.signer)}.`
}

// What stands before the 1 of Bech32 says whose chain it is and not whose address.
function shorten(address: string): string {
  return address.replace(/^((?:[a-z]+1(?=[a-z\d]+$)|..).{4}).*(.{4})$/, '$1…$2')
}

/** Who signed a text: an address, `none` when it was not the account, or `unchecked` where the page has no library for it. */
type MessageCheck = { readonly signer: string } | 'none' | 'unchecked'

/** Checks a signature of a text with a library that did not make it, where the page has one for the family. */
async function checkMessage(parameters: {
  family: Namespace
  address: string
  message: string
  signature: string
}): Promise<MessageCheck> {
  const { family, address, message, signature } = parameters
  if (family === 'eip155') {
    const { recoverMessageSigner } = await import('../recover.js')
    const signer = await recoverMessageSigner(message, signature)
    return signer?.toLowerCase() === address.toLowerCase() ? { signer } : 'none'
  }
  if (family !== 'solana') return 'unchecked'
  const { isSolanaSignature } = await import('../checkSolana.js')
  return (await isSolanaSignature(address, message, signature)) ? { signer: address } : 'none'
}
