/**
 * Every request of AppKit in these journeys that fails, with the reason and the issue that will end it (none where it is not ours).
 * `docs/appkit.md` has the list for people. An entry that no request matches fails the check too.
 */
export const appKitMissing = [
  {
    request: /^GET https:\/\/api\.web3modal\.org\/public\/getAssetImage\/(07ba87ed|ef1a1fcf)-[-0-9a-f]{27}\?/,
    status: 404,
    reason: 'the pictures of two connectors, injected and WalletConnect',
    issue: 15,
  },
  {
    request: /^GET https:\/\/fonts\.googleapis\.com\//,
    status: 'net::ERR_NAME_NOT_RESOLVED',
    reason: 'a font that AppKit 1.7.13 asks of Google, whatever font the app sets: no server of ours is asked',
    issue: undefined,
  },
]
