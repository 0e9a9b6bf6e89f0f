import { LatchkeyError } from '@latchkey/protocol/errors'
import { visibleText } from '@latchkey/protocol/internal/text'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ApprovalRow } from '../../types.js'
import { hashTypedData, type TypedData } from '../../worker/typedData.js'
import { addressRow, codeRow, evmChainId, type SigningContext, toApproval } from '../signingContext.js'
import { visibleLabel } from '../text.js'
import { isSameAddress } from './evmAddress.js'
import type { Prepared } from './personalSign.js'
import { recognise } from './recogniseTypedData.js'
import { strangeAccount } from './strangeAccount.js'

const rowLimit = 500
/** The fields of a domain that the standard knows, each with its own place among the rows. */
const standardFields: { readonly [name: string]: RegExp } = {
  name: /^string$/,
  version: /^string$/,
  chainId: /^uint\d+$/,
  verifyingContract: /^address$/,
  salt: /^bytes32$/,
}

/**
 * Prepares typed data for signing: every field that is signed is shown, and none that is not.
 *
 * @param address - Who should sign.
 * @param data - The typed data.
 * @param context - Where it is signed; the domain's chain must be the same.
 * @returns What to show and to sign.
 * @throws LatchkeyError UNAUTHORIZED for another account; INVALID_PARAMS for another chain or data that does not fit its types.
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export function prepareTypedData(address: string, data: TypedData, context: SigningContext): Prepared {
  if (!isSameAddress(address, context.account)) {
    throw strangeAccount()
  }
  const chainId = evmChainId(context.chain)
  const hash = hashTypedData(data, chainId)
  const domain = signedDomain(data)
  const words = recognise({ ...data, domain }, context.chain, context.account)
  const fields = data.primaryType === 'EIP712Domain' ? [] : rowsOf(data, data.primaryType, data.message, '')
  const strange = (data.types.EIP712Domain ?? []).filter(({ name, type }) => !isStandard(name, type))
  const strangeRows = strange.flatMap(({ name, type }) => rowsOf(data, type, domain[name], `Domain › ${name}`))
  if (fields.length + strangeRows.length > rowLimit) {
    throw new LatchkeyError('INVALID_PARAMS', 'The typed data has too many fields to review')
  }
  const warnings = [...(words?.warnings ?? [])]
  const danger = [...(words?.danger ?? [])]
  const isGrave = words?.isOrder || words?.grants !== undefined
  if (domain.chainId === undefined)
    (isGrave ? danger : warnings).push('This signature is not bound to one network: it may be used on others.')
  // A permission that names no contract may be taken by any that reads it so.
  const names = (data.types[data.primaryType] ?? []).map(({ name }) => name)
  if (domain.verifyingContract === undefined && (isGrave || names.some((name) => /^(spender|operator)$/i.test(name))))
    danger.push('This gives a permission without saying which contract it is for: others may use it.')
  const standard = Object.fromEntries(
    Object.entries(domain).filter(([name]) => strange.every((field) => field.name !== name)),
  )
  const { verifyingContract: contract, version, chainId: domainChain, salt } = standard
  // The rows of a permit name the contract already: said twice, less of the rest is in sight.
  const isTold = words?.grants?.some(({ token }) => token === contract)
  const name = standard.name === undefined ? undefined : visibleLabel(String(standard.name))
  return {
    request: { kind: 'evmTypedData', data, chainId },
    approval: toApproval(context, {
      action: words?.action ?? 'Sign',
      title: words?.title ?? `Sign “${visibleLabel(data.primaryType)}”`,
      danger,
      ...(words?.grants ? { grants: words.grants } : {}),
      warnings,
      ...(words?.headline ? { headline: words.headline } : {}),
      rows: [
        ...(words?.rows ?? []),
        ...(name === undefined ? [] : [{ label: 'For', value: name }]),
        ...(typeof contract === 'string' && !isTold ? [addressRow('Contract', contract)] : []),
        // What is recognised says itself what matters; else each field is in sight.
        ...(words ? [] : fields),
        ...strangeRows,
      ],
      details: [
        ...(words ? fields : []),
        ...(version === undefined ? [] : [{ label: 'Version', value: visibleLabel(String(version)) }]),
        ...(domainChain === undefined ? [] : [{ label: 'Chain id', value: String(domainChain) }]),
        ...(salt === undefined ? [] : [codeRow('Salt', String(salt))]),
        codeRow('Hash that is signed', `0x${bytesToHex(hash)}`),
      ],
      needsSecondLook: danger.length > 0,
    }),
  }
}

function isStandard(name: string, type: string): boolean {
  return Object.hasOwn(standardFields, name) && standardFields[name]?.test(type) === true
}

// A domain may hold more than its type names; what the type does not name is not signed.
function signedDomain({ types, domain }: TypedData): { readonly [name: string]: unknown } {
  const named = types.EIP712Domain
  if (!named) return domain
  return Object.fromEntries(
    named.filter(({ name }) => Object.hasOwn(domain, name)).map(({ name }) => [name, domain[name]]),
  )
}

function rowsOf(data: TypedData, type: string, value: unknown, path: string): ApprovalRow[] {
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list) {
    const items = value as readonly unknown[]
    if (items.length === 0) return [{ label: visibleLabel(path), value: '(empty list)' }]
    return items.flatMap((each, at) => rowsOf(data, list[1] ?? '', each, `${path} ${at + 1}`))
  }
  const fields = Object.hasOwn(data.types, type) ? data.types[type] : undefined
  if (fields) {
    const struct = value as { readonly [name: string]: unknown }
    return fields.flatMap((field) =>
      rowsOf(data, field.type, struct[field.name], path === '' ? field.name : `${path} › ${field.name}`),
    )
  }
  const label = visibleLabel(path, 120)
  if (type === 'address') return [addressRow(label, String(value))]
  if (type.startsWith('bytes')) return [codeRow(label, String(value))]
  return [{ label, value: type === 'string' ? visibleText(String(value)) : String(value) }]
}
