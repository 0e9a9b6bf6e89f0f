// The decisions of the server, as `list.mjs` says them.

const readToken = 'apps/server/src/relay/readToken.ts'
const readTokenTest = 'apps/server/src/relay/readToken.test.ts'
const checkRelease = 'apps/server/src/custody/checkRelease.ts'
const releasePolicy = 'apps/server/src/custody/releasePolicy.ts'
const releaseTest = 'apps/server/src/custody/checkRelease.test.ts'
const verifyPasskey = 'apps/server/src/custody/verifyPasskey.ts'
const verifyPasskeyTest = 'apps/server/src/custody/verifyPasskey.test.ts'

/** @type {readonly import('./list.mjs').Mutant[]} */
export const serverMutants = [
  // Signing in.
  {
    id: 'auth/revoked-device',
    why: 'a session goes on whose device was removed',
    file: 'apps/server/src/platform/wallet/authenticate.ts',
    changes: [[' and d.revoked_at is null', '']],
    test: { file: 'apps/server/src/auth/sessions.test.ts', title: 'end with their device where no session' },
  },
  {
    id: 'auth/attempts',
    why: 'a code can be tried as often as one likes',
    file: 'apps/server/src/custody/mailbox/checkMailCode.ts',
    changes: [['and attempts < ', 'and 0 < ']],
    test: { file: 'apps/server/src/auth/auth.test.ts', title: '[SEC-O-TP-02]' },
  },
  {
    id: 'auth/limits',
    why: 'no limit is ever over',
    file: 'apps/server/src/platform/wallet/takeLimit.ts',
    changes: [['row === undefined || row.count > max', 'row === undefined']],
    test: { file: 'apps/server/src/auth/auth.test.ts', title: '[SEC-O-TP-05] holds mails back' },
  },
  // Releasing halves.
  {
    id: 'custody/step-up',
    why: 'neither role asks for a new code before it gives a half',
    file: checkRelease,
    changes: [['return requireMailbox(context, principal, { kind, purpose })', 'return']],
    test: { file: releaseTest, title: 'a code of the last five minutes there is no export' },
  },
  {
    id: 'custody/policy-code',
    why: 'the mailbox’s half is given without a new code',
    file: releasePolicy,
    changes: [["const mailbox = ['signing', 'code',", "const mailbox = ['signing',"]],
    test: { file: releaseTest, title: 'word for the mailbox there is no automatic half' },
  },
  {
    id: 'custody/policy-owner',
    why: 'the mailbox opens a wallet that has a recovery code',
    file: releasePolicy,
    changes: [["'code', 'owner', 'new-browser'", "'code', 'new-browser'"]],
    test: { file: releaseTest, title: 'factor a new browser gets no automatic half where there is one' },
  },
  {
    id: 'custody/policy-known',
    why: 'a browser of today changes the ways into a wallet',
    file: releasePolicy,
    changes: [["factor: ['unfrozen', 'inside', ...mailbox, 'known']", "factor: ['unfrozen', 'inside', ...mailbox]"]],
    test: { file: releaseTest, title: 'a day of the browser there is no change of factors' },
  },
  {
    id: 'custody/passkey-verified',
    why: 'a passkey answers without its user',
    file: 'apps/server/src/platform/wallet/isAuthenticated.ts',
    changes: [[' && (flags & verified) !== 0', '']],
    test: { file: verifyPasskeyTest, title: 'without the user verified' },
  },
  {
    id: 'custody/passkey-challenge',
    why: 'an old answer of a passkey opens a wallet',
    file: verifyPasskey,
    changes: [[' || answered !== challenge', '']],
    test: { file: verifyPasskeyTest, title: 'to another challenge' },
  },
  // The relay.
  {
    id: 'relay/audience',
    why: 'a token for another relay lets in',
    file: readToken,
    changes: [["typeof each === 'string' && options.isAudience(each)", "typeof each === 'string'"]],
    test: { file: readTokenTest, title: 'refuses a token with the address of another relay' },
  },
  {
    id: 'relay/expiry',
    why: 'a token lets in when it has expired',
    file: readToken,
    changes: [['if (exp < now - options.leeway)', 'if (false)']],
    test: { file: readTokenTest, title: 'refuses a token with an end that is past' },
  },
  {
    id: 'relay/signature',
    why: 'a token lets in with the signature of another key',
    file: readToken,
    changes: [['!verify(null,', 'false && !verify(null,']],
    test: { file: readTokenTest, title: 'refuses a token with the signature of another key' },
  },
  {
    id: 'relay/topic',
    why: 'something else than one whole topic can be subscribed to',
    file: 'apps/server/src/relay/relayMethods.ts',
    changes: [["typeof value === 'string' && topicForm.test(value)", "typeof value === 'string'"]],
    test: { file: 'apps/server/src/relay/createRelay.test.ts', title: '[SEC-W-08]' },
  },
]
