/**
 * The shards whose decisions are mutated by rule: which files, and which tests have to notice. Tests that need a browser are left
 * out, as the mutant would have to be bundled for it; so is what only they hold.
 *
 * @type {{ readonly [name: string]: { readonly files: readonly string[], readonly tests: readonly string[] } }}
 */
export const shards = {
  'protocol/origins': {
    files: ['packages/protocol/src/internal/origins.ts'],
    tests: ['packages/protocol/src/internal/origins.test.ts'],
  },
  'protocol/siwx': { files: ['packages/protocol/src/siwx.ts'], tests: ['packages/protocol/src/siwx.test.ts'] },
  'protocol/hpke': {
    files: ['packages/protocol/src/internal/hpke.ts'],
    tests: ['packages/protocol/src/internal/hpke.test.ts'],
  },
  'protocol/channel': {
    files: ['packages/protocol/src/internal/channel.ts'],
    tests: ['packages/protocol/src/internal/channel.test.ts', 'packages/protocol/src/channelHostile.test.ts'],
  },
  'frame/guard': {
    files: ['apps/frame/src/screens/{guard,createWrongNumbers}.ts'],
    tests: ['apps/frame/src/screens/{guard,guardHold,createWrongNumbers}.test.ts'],
  },
  // What is shown of what is signed, by what is read: texts and sign-ins, typed data, calls, Solana, Bitcoin.
  'frame/signing/texts': {
    files: [
      'apps/frame/src/signing/{prepareSignIn,siwe,isBareSignIn,text}.ts',
      'apps/frame/src/signing/{evm/personalSign,evm/strangeAccount,solana/prepareSolanaMessage,bitcoin/prepareBitcoinMessage}.ts',
    ],
    tests: [
      'apps/frame/src/signing/{siwe,text,prepareSignIn}.test.ts',
      'apps/frame/src/signing/{evm/personalSign,solana/prepareSolanaMessage,bitcoin/prepareBitcoinMessage}.test.ts',
    ],
  },
  'frame/signing/typedData': {
    files: ['apps/frame/src/signing/evm/{prepareTypedData,recogniseTypedData,describeOrder,structs}.ts'],
    tests: ['apps/frame/src/signing/evm/{prepareTypedData*,recogniseTypedData,describeOrder*,structs}.test.ts'],
  },
  // Without `describeTransactionSigned`, which signs at random and would take long for each mutant.
  'frame/signing/calls': {
    files: [
      'apps/frame/src/signing/evm/{describeCall,describeTransaction,readCallData,evmTransaction}.ts',
      'apps/frame/src/dates.ts',
    ],
    tests: [
      'apps/frame/src/signing/evm/{describeBundle,describeCall,describeTransaction,evmTransaction,tokenWords}.test.ts',
    ],
  },
  // What a node says that calls would do, and several calls at once.
  'frame/signing/changes': {
    files: ['apps/frame/src/signing/evm/{describeChanges,describeBundle}.ts'],
    tests: ['apps/frame/src/signing/evm/{describeBundle,describeChanges}.test.ts'],
  },
  // How sums, addresses and what a page asks with are read and written.
  'frame/signing/params': {
    files: ['apps/frame/src/signing/{amounts,lookAlikes,params,evm/evmAddress,evm/evmParams}.ts'],
    tests: ['apps/frame/src/signing/{amounts,lookAlikes,evm/evmParams,evm/tokenWords}.test.ts'],
  },
  'frame/signing/solana': {
    files: ['apps/frame/src/signing/solana/{describeSolana,solanaMessage,solanaParams}.ts'],
    tests: [
      'apps/frame/src/signing/solana/{describeSolana,describeSolanaCalls,describeSolanaParts,solanaMessage,solanaParams}.test.ts',
    ],
  },
  'frame/signing/bitcoin': {
    files: ['apps/frame/src/signing/bitcoin/{describePsbt,readPsbt,bitcoinAccounts,bitcoinNetwork,bitcoinParams}.ts'],
    tests: ['apps/frame/src/signing/bitcoin/{describePsbt,readPsbt,bitcoinParams}.test.ts'],
  },
  // Of the worker without what starts in a browser alone: the lockdown and the two entries.
  'frame/worker/sign': {
    files: [
      'apps/frame/src/worker/{evm,rlp,typedData,sign,signBitcoin,bitcoin,bitcoinMessage,solana,solanaSigners,writeAddress}.ts',
    ],
    tests: [
      'apps/frame/src/worker/{evm,rlp,typedData,sign,signBitcoin,bitcoinMessage,solanaSigners,writeAddress}.test.ts',
    ],
  },
  'frame/worker/keeper': {
    files: ['apps/frame/src/worker/{createKeyring,sealing,factors,exportCalls,serveKeyring}.ts'],
    tests: ['apps/frame/src/worker/{createKeyring*,factors,exportCalls,main}.test.ts'],
  },
  'frame/worker/keys': {
    files: ['apps/frame/src/worker/{keys,bip32,bip39,slip10}.ts'],
    tests: ['apps/frame/src/worker/keys.test.ts'],
  },
  'frame/worker/imported': {
    files: ['apps/frame/src/worker/{parseSecret,setImportedKeys}.ts'],
    tests: ['apps/frame/src/worker/parseSecret.test.ts'],
  },
  // Where the wallet may stand, what is shown in red, and what is signed. Left out: what passes answers on (`email`, `login`, `user`,
  // `network`, `security`, `dapp`, `openFrame`, `passkey`, `social`, `farcaster`), and the families beside EVM.
  'frame/handlers/approve': {
    files: [
      'apps/frame/src/handlers/{approveAndSign,checkEmbedding,judgeGrants,pictureGrant,watchGrants,watchReceivers}.ts',
    ],
    tests: ['apps/frame/src/handlers/{approveAndSign,checkEmbedding,judgeGrants.rules,pictureGrant}.test.ts'],
  },
  'frame/handlers/send': {
    files: ['apps/frame/src/handlers/{rpc,rpcCalls,sendTransaction,sendCalls,callsStatus}.ts'],
    tests: ['apps/frame/src/handlers/{rpc,sendTransaction,sendCalls,callsStatus,sendWorth}.rules.test.ts'],
  },
  // Which network a request is for, what an EVM request asks for, which bundles are remembered, and what receivers are called.
  'frame/handlers/requests': {
    files: ['apps/frame/src/handlers/{createChains,rpcEvm,keepBundles,nameReceivers}.ts'],
    tests: ['apps/frame/src/handlers/{createChains,rpcEvm,keepBundles,nameReceivers}.rules.test.ts'],
  },
  // The sign-in to a page that is signed without a question.
  'frame/handlers/siwx': {
    files: ['apps/frame/src/handlers/siwxText.ts'],
    tests: ['apps/frame/src/handlers/siwxText.rules.test.ts'],
  },
  'frame/handlers/signIn': {
    files: ['apps/frame/src/handlers/{createSignIn,createMailSignIn}.ts'],
    tests: ['apps/frame/src/handlers/createSignIn.rules.test.ts'],
  },
  // What of custody, sign-in and relay is decided without a database, apart from the rest since it takes minutes and not hours.
  'server/proofs': {
    files: [
      'apps/server/src/custody/{releasePolicy,verifyPasskey}.ts',
      'apps/server/src/platform/wallet/isAuthenticated.ts',
      'apps/server/src/auth/passkey/verifyRegistration.ts',
      'apps/server/src/auth/logins/verifiedAddress.ts',
      'apps/server/src/relay/{readToken,readFrame}.ts',
    ],
    tests: [
      'apps/server/src/custody/{releasePolicy,verifyPasskey}.test.ts',
      'apps/server/src/auth/{passkey/verifyRegistration,logins/verifiedAddress}.test.ts',
      'apps/server/src/relay/{readToken,readFrame}.test.ts',
    ],
  },
  // What opens a wallet and what is demanded for it, what is kept of one, and what is given out. Left out: routes.
  'server/custody/release': {
    files: ['apps/server/src/custody/{checkRelease,readStanding,challenges,proofs}.ts'],
    tests: ['apps/server/src/custody/{checkRelease,proofs.rules}.test.ts'],
  },
  'server/custody/wallets': {
    files: ['apps/server/src/custody/{wallets,writeFactors}.ts'],
    tests: ['apps/server/src/custody/wallets.rules.test.ts'],
  },
  'server/custody/halves': {
    files: ['apps/server/src/custody/{vault,recovery}.ts'],
    tests: ['apps/server/src/custody/vault.rules.test.ts'],
  },
  'server/custody/deletions': {
    files: ['apps/server/src/custody/deletions.ts'],
    tests: ['apps/server/src/custody/deletions.rules.test.ts'],
  },
  'server/custody/factors': {
    files: ['apps/server/src/custody/{factors,freezes,findByCode}.ts'],
    tests: ['apps/server/src/custody/factors.rules.test.ts'],
  },
  // What signs up and in by itself, without a mailbox.
  'server/custody/passkeys': {
    files: [
      'apps/server/src/custody/findByPasskey.ts',
      'apps/server/src/auth/passkey/{startPasskey,signUpByPasskey}.ts',
    ],
    tests: [
      'apps/server/src/custody/findByPasskey.rules.test.ts',
      'apps/server/src/auth/passkey/passkey.rules.test.ts',
    ],
  },
  'server/custody/restores': {
    files: ['apps/server/src/custody/restores.ts'],
    tests: ['apps/server/src/custody/restores.rules.test.ts'],
  },
  'server/custody/envelopes': {
    files: ['apps/server/src/custody/{envelope,rewrapEnvelopes}.ts'],
    tests: ['apps/server/src/custody/{envelope,rewrapEnvelopes}.test.ts'],
  },
  // Who has proven which mailbox, and what that opens. Left out: the worker that sends mails, and accounts that are linked to a wallet.
  'server/custody/mailbox': {
    files: [
      'apps/server/src/custody/mailbox/{bindMailbox,checkMailCode,isLinked,moveMailbox,proveSocial,requireMailbox}.ts',
    ],
    tests: ['apps/server/src/custody/mailbox/{mailbox,mailCodes}.rules.test.ts'],
  },
  // Who is let in, by what, and what may be changed. Left out: routes, pages and mails, the record that an owner can read, sweeps, the
  // beginning of a sign-in (`startEmail`, `resendEmail`), whose limits and work are here, and accounts at providers (`logins`,
  // `social`), which whole journeys test.
  'server/auth/limits': {
    files: ['apps/server/src/auth/{withSendLimits,work}.ts'],
    tests: ['apps/server/src/auth/withSendLimits.test.ts'],
  },
  'server/auth/signIn': {
    files: ['apps/server/src/auth/{consumeChallenge,openSession,openByCode,verifyEmail}.ts'],
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
  // How much the relay keeps and remembers, for whom, and whose clock is wrong. Left out: the tables and the log of the message store, and
  // sockets.
  'server/relay/quotas': {
    files: [
      'apps/server/src/relay/{createClockWatch,messageStoreQuota,createStorageQuota,createRecentKeys,createBackpressure}.ts',
    ],
    tests: [
      'apps/server/src/relay/{createClockWatch,messageStoreQuota,createRecentKeys,createBackpressure}.test.ts',
      'apps/server/src/relay/createStorageQuota.rules.test.ts',
    ],
  },
  // How much may be read at once, and how many blocks one search of logs covers.
  'server/limits': {
    files: ['apps/server/src/platform/limits/createFairQueue.ts', 'apps/server/src/rpc/checkLogRange.ts'],
    tests: ['apps/server/src/platform/limits/createFairQueue.test.ts', 'apps/server/src/rpc/checkLogRange.test.ts'],
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
