import type { FaultMode } from '@latchkey/devnet'
import type { Switches } from '@latchkey/devnet/wallet'
import fc from 'fast-check'

/** One thing that a page, a person, a wallet or a node does. `which` is a wallet, `chain` a network, by place. */
export type WalletCommand =
  | { does: 'connect' | 'disconnect'; which: number; chain: number }
  | { does: 'reconnect' | 'reload' | 'sign' | 'calm' }
  | { does: 'switch' | 'balance'; chain: number }
  | { does: 'send'; token: boolean; twice: boolean }
  | { does: 'revoke' | 'account' | 'chain'; which: number; index: number }
  | { does: 'wallet fault'; which: number; switches: Partial<Switches> }
  | { does: 'node fault'; chain: number; mode: FaultMode }

const place = fc.integer({ min: 0, max: 1 })
const switches: Partial<Switches>[] = [
  { reject: true },
  { pending: true },
  { nonsense: true },
  { disconnected: true },
  { neverAnswer: true },
  { wrongChain: true },
  { unknownChain: true },
  { slow: 40 },
]
const quickFaults: FaultMode[] = [
  'down',
  'html',
  'garbage',
  'idSwapped',
  'bothResultAndError',
  { slow: 40 },
  { wrongChain: 1 },
  { status: 500 },
  { status: 429, retryAfter: 1 },
]
const slowFaults: FaultMode[] = ['hang', 'drip', 'huge']

/** Any command; nodes that cost ten seconds or 50 MB a question only where there is time. */
export function walletCommand(isPatient: boolean): fc.Arbitrary<WalletCommand> {
  const nodeFault = fc.constantFrom<FaultMode>(...quickFaults, ...(isPatient ? slowFaults : []))
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ does: fc.constant('connect' as const), which: place, chain: place }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('disconnect' as const), which: place, chain: place }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('reconnect' as const, 'reload' as const) }) },
    { weight: 4, arbitrary: fc.constant<WalletCommand>({ does: 'calm' }) },
    { weight: 2, arbitrary: fc.constant<WalletCommand>({ does: 'sign' }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('switch' as const, 'balance' as const), chain: place }) },
    {
      weight: 6,
      arbitrary: fc.record({ does: fc.constant('send' as const), token: fc.boolean(), twice: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constantFrom('revoke' as const, 'account' as const, 'chain' as const),
        which: place,
        index: place,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('wallet fault' as const),
        which: place,
        switches: fc.constantFrom(...switches),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ does: fc.constant('node fault' as const), chain: place, mode: nodeFault }),
    },
  )
}
