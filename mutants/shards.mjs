/**
 * The rooms whose decisions are mutated by rule: which files, and which tests have to notice. Tests that need a browser are left
 * out, as the mutant would have to be bundled for it; so is what only they hold.
 *
 * @type {{ readonly [name: string]: { readonly files: readonly string[], readonly tests: readonly string[] } }}
 */
export const shards = {
  'protocol/origins': {
    files: ['packages/protocol/src/origins.ts'],
    tests: ['packages/protocol/src/origins.test.ts'],
  },
  'protocol/siwx': { files: ['packages/protocol/src/siwx.ts'], tests: ['packages/protocol/src/siwx.test.ts'] },
  'protocol/hpke': { files: ['packages/protocol/src/hpke.ts'], tests: ['packages/protocol/src/hpke.test.ts'] },
  'protocol/channel': {
    files: ['packages/protocol/src/channel.ts'],
    tests: ['packages/protocol/src/channel.test.ts', 'packages/protocol/src/channelHostile.test.ts'],
  },
  'frame/guard': { files: ['apps/frame/src/face/guard.ts'], tests: ['apps/frame/src/face/guard.test.ts'] },
  'frame/signing': {
    files: ['apps/frame/src/signing/*.ts'],
    tests: ['apps/frame/src/signing/*.test.ts', 'apps/frame/src/handlers/rpc*.test.ts'],
  },
  // Of the worker without what starts in a browser alone: the lockdown and the two doors.
  'frame/worker/sign': {
    files: [
      'apps/frame/src/worker/{evm,rlp,typedData,sign,signBitcoin,bitcoin,bitcoinMessage,solana,solanaSigners,writeAddress}.ts',
    ],
    tests: [
      'apps/frame/src/worker/{evm,rlp,typedData,sign,signBitcoin,bitcoinMessage,solanaSigners,writeAddress}.test.ts',
    ],
  },
  'frame/worker/keeper': {
    files: ['apps/frame/src/worker/{createKeeper,sealing,factors,exportCalls,serveKeeper}.ts'],
    tests: ['apps/frame/src/worker/{createKeeper*,factors,exportCalls,main}.test.ts'],
  },
  'frame/worker/keys': {
    files: ['apps/frame/src/worker/{keys,bip32,bip39,slip10}.ts'],
    tests: ['apps/frame/src/worker/keys.test.ts'],
  },
  // Where the wallet may stand, what is shown in red, and what is signed. Left out: what passes answers on (`email`, `login`, `user`,
  // `network`, `security`, `dapp`, `openFrame`), and the families beside EVM.
  'frame/handlers/approve': {
    files: ['apps/frame/src/handlers/{approveAndSign,checkEmbedding,judgeGrants,watchGrants,watchReceivers}.ts'],
    tests: ['apps/frame/src/handlers/{approveAndSign,checkEmbedding,judgeGrants.rules}.test.ts'],
  },
  'frame/handlers/send': {
    files: ['apps/frame/src/handlers/{rpc,rpcCalls,sendTransaction,sendCalls,callsStatus}.ts'],
    tests: ['apps/frame/src/handlers/{rpc,sendTransaction,sendCalls,callsStatus}.rules.test.ts'],
  },
  'frame/handlers/signIn': {
    files: ['apps/frame/src/handlers/createSignIn.ts'],
    tests: ['apps/frame/src/handlers/createSignIn.rules.test.ts'],
  },
  // What of custody and relay is decided without a database, apart from the rest since it takes minutes and not hours.
  'server/proofs': {
    files: [
      'apps/server/src/custody/{releasePolicy,verifyPasskey}.ts',
      'apps/server/src/relay/{readToken,readFrame}.ts',
    ],
    tests: [
      'apps/server/src/custody/{releasePolicy,verifyPasskey}.test.ts',
      'apps/server/src/relay/{readToken,readFrame}.test.ts',
    ],
  },
  // What opens a wallet and what is demanded for it. Left out: routes, the sealing of an answer (`vault`, `recovery`) and the making of
  // wallets (`wallets`, `writeFactors`), whose tests start a whole server and take a minute for each mutant.
  'server/custody/release': {
    files: ['apps/server/src/custody/{checkRelease,readStanding,challenges,proofs}.ts'],
    tests: ['apps/server/src/custody/{checkRelease,proofs.rules}.test.ts'],
  },
  'server/custody/factors': {
    files: ['apps/server/src/custody/{factors,freezes,findByCode}.ts'],
    tests: ['apps/server/src/custody/factors.rules.test.ts'],
  },
  'server/custody/restores': {
    files: ['apps/server/src/custody/restores.ts'],
    tests: ['apps/server/src/custody/restores.rules.test.ts'],
  },
  'server/custody/envelopes': {
    files: ['apps/server/src/custody/{envelope,rewrapEnvelopes}.ts'],
    tests: ['apps/server/src/custody/{envelope,rewrapEnvelopes}.test.ts'],
  },
  // Who is let in, by what, and what may be changed. Left out: routes, pages and mails, the record that an owner can read, sweeps, and the
  // beginning of a sign-in (`startEmail`, `resendEmail`), whose limits and work are here.
  'server/auth/limits': {
    files: ['apps/server/src/auth/{withSendLimits,work}.ts'],
    tests: ['apps/server/src/auth/withSendLimits.test.ts'],
  },
  'server/auth/signIn': {
    files: ['apps/server/src/auth/{spendCode,openSession,openByCode,verifyEmail}.ts'],
    tests: ['apps/server/src/auth/signIn.rules.test.ts'],
  },
  'server/auth/sessions': {
    files: ['apps/server/src/auth/{ownerFactor,deviceLink,freezeLink,stopLink,sessions}.ts'],
    tests: ['apps/server/src/auth/sessions.rules.test.ts'],
  },
  'server/auth/changeEmail': {
    files: ['apps/server/src/auth/changeEmail.ts'],
    tests: ['apps/server/src/auth/changeEmail.rules.test.ts'],
  },
  // How much the relay keeps and remembers, for whom, and whose clock is wrong. Left out: the tables and the log of the mailbox, and
  // sockets.
  'server/relay/room': {
    files: ['apps/server/src/relay/{createClockWatch,mailboxRoom,createStorage,createLastSeen,createUnread}.ts'],
    tests: [
      'apps/server/src/relay/{createClockWatch,mailboxRoom,createLastSeen,createUnread}.test.ts',
      'apps/server/src/relay/createStorage.rules.test.ts',
    ],
  },
  // Who comes in, what a call may do, and who is told.
  'server/relay/admission': {
    files: ['apps/server/src/relay/{createAdmission,createUsedTokens,relayMethods,hub,relayRefusal}.ts'],
    tests: [
      'apps/server/src/relay/{createAdmission,relayMethods}.rules.test.ts',
      'apps/server/src/relay/{createUsedTokens,hub}.test.ts',
    ],
  },
}
