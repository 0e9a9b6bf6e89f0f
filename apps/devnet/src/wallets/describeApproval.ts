import type { ApprovalRequest } from './approvalRequest.js'
import type { ApprovalText } from './approvalText.js'

/** Puts a request into words. */
export function describeApproval(request: ApprovalRequest): ApprovalText {
  const network = { label: 'Network', value: request.chain.name }
  switch (request.kind) {
    case 'connect':
      return {
        title: 'Connect to this site?',
        lead: 'It will see these addresses and what they hold. It cannot move anything without asking you.',
        rows: request.accounts.map((address, index) =>
          addressRow(request.labels?.[index] ?? `Account ${index + 1}`, address),
        ),
      }
    case 'message':
      return { title: 'Sign this message?', rows: [], body: request.text || ' ' }
    case 'familyTransaction':
      return request.text
    case 'typedData': {
      const { domain, primaryType, message } = request.typedData as { [key: string]: unknown }
      const { name, verifyingContract } = (domain ?? {}) as { name?: unknown; verifyingContract?: unknown }
      return {
        title: `Sign “${clip(String(primaryType), 30)}”?`,
        rows: [
          ...(name === undefined ? [] : [{ label: 'App', value: clip(String(name), 40) }]),
          ...(typeof verifyingContract === 'string' ? [addressRow('Contract', verifyingContract)] : []),
          network,
        ],
        body: JSON.stringify(message, (_key, value) => (typeof value === 'bigint' ? String(value) : value), 2),
      }
    }
    case 'transaction':
      return describeTransaction(request, network)
    case 'switchChain':
      return {
        title: 'Switch network?',
        rows: [
          { label: 'From', value: request.chain.name },
          { label: 'To', value: request.to.name },
        ],
      }
    case 'addChain':
      return {
        title: 'Add this network?',
        lead: 'The wallet will read from and send to the node below.',
        rows: [
          { label: 'Name', value: request.to.name },
          { label: 'Chain id', value: String(request.to.chainId) },
          { label: 'Node', value: clip(request.to.url, 40), whole: request.to.url },
        ],
      }
    case 'watchAsset': {
      const { symbol, address, decimals } = request.asset
      return {
        title: `Show ${clip(symbol, 20)} in the wallet?`,
        rows: [addressRow('Token', address), { label: 'Decimals', value: String(decimals) }, network],
      }
    }
  }
}

function describeTransaction(
  request: ApprovalRequest & { kind: 'transaction' },
  network: { label: string; value: string },
): ApprovalText {
  const { action, amount, symbol, recipient, fee } = request.summary
  const what = amount === 'unlimited' ? `All your ${symbol}` : `${grouped(amount)} ${symbol}`
  const to = (label: string) => (recipient === undefined ? [] : [addressRow(label, recipient)])
  const cost = { label: 'Network fee', value: `up to ${shortFee(fee)} ETH`, whole: `${fee} ETH` }
  const details = request.data === '0x' ? {} : { details: { label: 'Call data', text: request.data } }
  switch (action) {
    case 'send':
      return { title: 'Send', hero: what, rows: [...to('To'), network, cost], ...details }
    case 'approve': {
      const rows = [...to('Spender'), network, cost]
      const warning = 'The spender can take this at any time, without asking you again.'
      return { title: 'Allow spending', warning, hero: what, rows, ...details }
    }
    case 'deploy':
      return { title: 'Deploy a contract', hero: what, rows: [network, cost], ...details }
    case 'call': {
      const warning = 'The wallet cannot read what this call does.'
      return { title: 'Call a contract', warning, hero: what, rows: [...to('Contract'), network, cost], ...details }
    }
  }
}

function addressRow(label: string, address: string) {
  return { label, value: shortAddress(address), whole: address }
}

/** An address shortened in the middle. */
export function shortAddress(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}

function grouped(amount: string): string {
  const [whole = '0', fraction] = amount.split('.')
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? spaced : `${spaced}.${fraction}`
}

function shortFee(fee: string): string {
  const value = Number(fee)
  if (value === 0) return '0'
  return value < 0.000001 ? '< 0.000001' : String(Number(value.toFixed(6)))
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
