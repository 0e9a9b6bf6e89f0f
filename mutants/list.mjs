import { serverMutants } from './serverList.mjs'

// Decisions that money or a session hangs on, each taken out or weakened, with the test that has to notice. A line that is
// rewritten makes its mutant fail with a sentence that names it: say here which line decides now.
//
// Run one by hand: LATCHKEY_MUTANT=approval/arming-time npx vitest run --project=frame apps/frame/src/screens/guard.test.ts

/**
 * One decision of one file, changed.
 *
 * @typedef {object} Mutant
 * @property {string} id - Its name.
 * @property {string} why - What would be so if the change stood.
 * @property {string} file - The file.
 * @property {readonly (readonly [string, string])[]} changes - What stands there once, and what stands there instead.
 * @property {{ file: string, title: string }} test - The test that notices: its file, and words of its title.
 */

const drawNumber = 'apps/frame/src/screens/drawNumber.ts'
const wrongNumbers = 'apps/frame/src/screens/createWrongNumbers.ts'
const guard = 'apps/frame/src/screens/guard.ts'
const guardTest = 'apps/frame/src/screens/guard.test.ts'
const channel = 'packages/protocol/src/internal/channel.ts'
const channelTest = 'packages/protocol/src/internal/channel.test.ts'
const origins = 'packages/protocol/src/internal/origins.ts'
const originsTest = 'packages/protocol/src/internal/origins.test.ts'
const hpke = 'packages/protocol/src/internal/hpke.ts'
const hpkeTest = 'packages/protocol/src/internal/hpke.test.ts'
const siwx = 'packages/protocol/src/siwx.ts'
const siwxTest = 'packages/protocol/src/siwx.test.ts'
const prepareSignIn = 'apps/frame/src/signing/prepareSignIn.ts'
const personalSignTest = 'apps/frame/src/signing/evm/personalSign.test.ts'
const typedDataTest = 'apps/frame/src/signing/evm/prepareTypedData.test.ts'
const transactionTest = 'apps/frame/src/signing/evm/describeTransaction.test.ts'
const keyring = 'apps/frame/src/worker/createKeyring.ts'
const keyringTest = 'apps/frame/src/worker/createKeyring.test.ts'
const signTest = 'apps/frame/src/worker/sign.test.ts'
const approveAndSign = 'apps/frame/src/handlers/approveAndSign.ts'
const approveAndSignTest = 'apps/frame/src/handlers/approveAndSign.test.ts'

/** @type {readonly Mutant[]} */
export const mutants = [
  // Approving.
  {
    id: 'approval/arming-time',
    why: 'a screen is armed as soon as it is drawn',
    file: guard,
    changes: [['Math.max(disturbedAt + armingTime, enteredAt', 'Math.max(enteredAt']],
    test: { file: guardTest, title: 'SEC-K-06 a click within 700 ms' },
  },
  {
    id: 'approval/entering-time',
    why: 'a press counts in the moment in which the pointer came in',
    file: guard,
    changes: [['enteredAt + enteringTime, ', '']],
    test: { file: guardTest, title: 'SEC-K-06 a press in the moment' },
  },
  {
    id: 'approval/rapid-clicks',
    why: 'rapid clicks do not keep the guard arming',
    file: guard,
    changes: [["if (isTrusted && current === 'arming') disturbedAt = world.now()", '']],
    test: { file: guardTest, title: 'SEC-K-06 clicks in a row' },
  },
  {
    id: 'approval/synthetic-click',
    why: 'a click that a script made counts',
    file: guard,
    changes: [["return isTrusted && isWhole && state() === 'armed'", "return isWhole && state() === 'armed'"]],
    test: { file: guardTest, title: 'SEC-K-05' },
  },
  {
    id: 'approval/early-press',
    why: 'a click counts whose press came before the screen was armed',
    file: guard,
    changes: [['const isWhole = pressed?.counts ?? true', 'const isWhole = true']],
    test: { file: guardTest, title: 'SEC-K-07' },
  },
  {
    id: 'approval/hidden',
    why: 'a screen that was hidden stays armed',
    file: guard,
    changes: [['if (isVisible !== true) {', 'if (isVisible === undefined) {']],
    test: { file: guardTest, title: 'SEC-K-08' },
  },
  {
    id: 'approval/moved-touch',
    why: 'a touch counts though the frame has moved since the touch before',
    file: guard,
    changes: [['const stoodStill = standsAsTouched(at)', 'const stoodStill = touched !== undefined']],
    test: { file: guardTest, title: 'SEC-K-06 a touch of a frame that moved' },
  },
  {
    id: 'approval/account-swap',
    why: 'a signature is given though another account signed in meanwhile',
    file: approveAndSign,
    changes: [['wallet.user?.userId !== user.userId || wallet.user.walletId !== user.walletId', 'false']],
    test: { file: approveAndSignTest, title: 'gives no signature when another account' },
  },
  {
    id: 'approval/wallet-swap',
    why: 'a signature of another wallet of the same person is given',
    file: approveAndSign,
    changes: [[' || wallet.user.walletId !== user.walletId', '']],
    test: { file: approveAndSignTest, title: 'gives no signature when another account' },
  },
  {
    id: 'approval/refused',
    why: 'what is refused is signed when the button is pressed all the same',
    file: approveAndSign,
    changes: [['if (refusal) throw refusal', '']],
    test: { file: approveAndSignTest, title: 'never signs what is refused' },
  },
  {
    id: 'approval/number-chance',
    why: 'some numbers to press are likelier than others',
    file: drawNumber,
    changes: [['const even = 256 - (256 % numberCount)', 'const even = 256']],
    test: { file: 'apps/frame/src/screens/drawNumber.test.ts', title: 'gives each number for as many bytes' },
  },
  {
    id: 'approval/number-missed',
    why: 'the right number approves after a wrong one was pressed',
    file: wrongNumbers,
    changes: [['if (isLate || !isRight) return false', 'if (!isRight) return false']],
    test: { file: 'apps/frame/src/screens/createWrongNumbers.test.ts', title: 'takes right numbers until a wrong one' },
  },
  {
    id: 'approval/number-wrong',
    why: 'any number approves',
    file: wrongNumbers,
    changes: [['if (isLate || !isRight) return false', 'if (isLate) return false']],
    test: { file: 'apps/frame/src/screens/createWrongNumbers.test.ts', title: 'takes right numbers until a wrong one' },
  },
  // What is shown and signed.
  {
    id: 'signing/unlimited',
    why: 'only the largest number is an unlimited allowance',
    file: 'apps/frame/src/signing/amounts.ts',
    changes: [['amount >= 1n << 96n', 'amount >= (1n << 256n) - 1n']],
    test: { file: typedDataTest, title: 'SEC-X-02 recognises a permit: who may spend' },
  },
  {
    id: 'signing/allowance',
    why: 'an allowance is read as bytes',
    file: 'apps/frame/src/signing/evm/readCallData.ts',
    changes: [["'095ea7b3': {", "'095ea7b4': {"]],
    test: { file: transactionTest, title: 'SEC-X-02 says the danger of an endless allowance' },
  },
  {
    id: 'signing/permit',
    why: 'a permit is shown as any typed data',
    file: 'apps/frame/src/signing/evm/recogniseTypedData.ts',
    changes: [["has('owner', 'spender', 'value', 'deadline')", "has('owner', 'spender', 'value', 'never')"]],
    test: { file: typedDataTest, title: 'SEC-X-02 recognises a permit: who may spend' },
  },
  {
    id: 'signing/look-alike',
    why: 'a receiver that looks like a known address needs no second look',
    file: 'apps/frame/src/signing/lookAlikes.ts',
    changes: [[', needsSecondLook: true }', ' }']],
    test: { file: 'apps/frame/src/signing/lookAlikes.test.ts', title: 'SEC-X-07 names the address' },
  },
  {
    id: 'signing/typed-data-chain',
    why: 'typed data of another network is signed',
    file: 'apps/frame/src/worker/typedData.ts',
    changes: [['bigIntOf(domain.chainId) !== BigInt(chainId)', 'false']],
    test: { file: typedDataTest, title: 'SEC-X-03 refuses data of another network' },
  },
  {
    id: 'signing/sign-in-domain',
    why: 'a sign-in for another site is signed',
    file: prepareSignIn,
    changes: [['fields.domain === page.host &&', '']],
    test: { file: personalSignTest, title: 'SEC-S-14 refuses a sign-in with a subdomain' },
  },
  {
    id: 'signing/sign-in-uri',
    why: 'a sign-in whose URI names another site is signed',
    file: prepareSignIn,
    changes: [['uri.origin !== page.origin', 'false']],
    test: { file: personalSignTest, title: 'SEC-S-14 refuses a sign-in with another address of the site' },
  },
  {
    id: 'signing/sign-in-expiry',
    why: 'a sign-in that has expired is signed',
    file: prepareSignIn,
    changes: [['!(ends > Date.now())', 'Number.isNaN(ends)']],
    test: { file: personalSignTest, title: 'SEC-S-14 refuses a sign-in with a day that is over' },
  },
  {
    id: 'signing/sign-in-account',
    why: 'a sign-in of another account is signed',
    file: prepareSignIn,
    changes: [['!isOwn', 'false']],
    test: { file: personalSignTest, title: 'SEC-S-14 refuses a sign-in with another account' },
  },
  {
    id: 'signing/transaction-chain',
    why: 'the worker signs a transaction of another chain',
    file: 'apps/frame/src/worker/evm.ts',
    changes: [['numberOf(named) !== BigInt(chainId) || chainId <= 0', 'chainId <= 0']],
    test: { file: signTest, title: 'signs transactions of three kinds' },
  },
  {
    id: 'signing/low-s',
    why: 'signatures have a high s, which a chain refuses',
    file: 'apps/frame/src/worker/evm.ts',
    changes: [['lowS: true', 'lowS: false']],
    test: { file: signTest, title: 'signs messages as viem does' },
  },
  {
    id: 'signing/partial-bitcoin',
    why: 'a signature over a part of a Bitcoin transaction is made',
    file: 'apps/frame/src/worker/bitcoin.ts',
    changes: [['sighash !== SigHash.DEFAULT && sighash !== SigHash.ALL', 'false']],
    test: { file: signTest, title: 'signs no part of a transaction' },
  },
  // The worker that holds the keys.
  {
    id: 'worker/epoch',
    why: 'an old copy of a wallet opens after its key was replaced',
    file: keyring,
    changes: [['if (!(opening.epoch >= seen))', 'if (false)']],
    test: { file: keyringTest, title: 'refuses an older epoch' },
  },
  {
    id: 'worker/unproven',
    why: 'a wallet signs before every factor has come back',
    file: keyring,
    changes: [['if (wallet.unproven.size > 0)', 'if (false)']],
    test: { file: keyringTest, title: 'signs only when every factor came back' },
  },
  {
    id: 'worker/export',
    why: 'a wallet that was opened to unlock gives its words',
    file: keyring,
    changes: [["if (wallet.purpose !== 'export')", 'if (false)']],
    test: {
      file: 'apps/frame/src/worker/exportCalls.test.ts',
      title: 'is not given to a wallet that was opened to unlock',
    },
  },
  {
    id: 'worker/blob-binding',
    why: 'the blob of a wallet opens under another epoch',
    file: 'apps/frame/src/worker/factors.ts',
    changes: [["'vb1', walletId, userId, epoch, eip155", "'vb1', walletId, userId, eip155"]],
    test: { file: 'apps/frame/src/worker/factors.test.ts', title: 'opens for no other wallet, user, epoch' },
  },
  // Page and frame.
  {
    id: 'channel/second-init',
    why: 'a second init takes the channel over',
    file: channel,
    changes: [['!isParent || isTaken ||', '!isParent ||']],
    test: { file: channelTest, title: '[SEC-F-03]' },
  },
  {
    id: 'channel/source',
    why: 'a window that is not the parent gets the channel',
    file: channel,
    changes: [['event.source === window.parent && event.source !== window', 'event.source !== window']],
    test: { file: channelTest, title: '[SEC-F-01]' },
  },
  {
    id: 'channel/welcome',
    why: 'a page that is not listed gets the channel',
    file: channel,
    changes: [['if (!isWelcome || !offered)', 'if (!offered)']],
    test: { file: channelTest, title: 'refuses an origin that is not allowed' },
  },
  {
    id: 'origins/canonical',
    why: 'an origin is taken in a form that no browser writes',
    file: origins,
    changes: [[' && new URL(origin).origin === origin', '']],
    test: { file: originsTest, title: '[SEC-A-18]' },
  },
  {
    id: 'origins/one-label',
    why: 'a star stands for more than one label',
    file: origins,
    changes: [["label !== '' && !label.includes('.')", "label !== ''"]],
    test: { file: originsTest, title: '[SEC-A-11]' },
  },
  {
    id: 'origins/ancestors',
    why: 'the frame runs where only one of the pages around it is listed',
    file: 'apps/frame/src/handlers/checkEmbedding.ts',
    changes: [['.every(isAllowed)', '.some(isAllowed)']],
    test: { file: 'apps/frame/src/handlers/checkEmbedding.test.ts', title: '[SEC-F-08]' },
  },
  {
    id: 'hpke/info',
    why: 'what is sealed for one purpose opens for another',
    file: hpke,
    changes: [["'info_hash', info)", "'info_hash', empty)"]],
    test: { file: hpkeTest, title: 'opens nothing that was changed' },
  },
  {
    id: 'hpke/aad',
    why: 'what is sealed for one place opens in another',
    file: hpke,
    changes: [
      ['chacha20poly1305(key, nonce, aad).encrypt', 'chacha20poly1305(key, nonce).encrypt'],
      ['chacha20poly1305(key, nonce, aad).decrypt', 'chacha20poly1305(key, nonce).decrypt'],
    ],
    test: { file: hpkeTest, title: 'opens nothing that was changed' },
  },
  {
    id: 'siwx/statement',
    why: 'a statement may read like another field',
    file: siwx,
    changes: [['if (looksLikeField.test(statement))', 'if (false)']],
    test: { file: siwxTest, title: 'error: refuses' },
  },
  {
    id: 'siwx/checksum',
    why: 'an address with a wrong checksum signs in',
    file: siwx,
    changes: [["namespace === 'eip155' && accountAddress !== withChecksum(accountAddress)", 'false']],
    test: { file: siwxTest, title: 'error: refuses a text with a wrong checksum' },
  },
  ...serverMutants,
]
