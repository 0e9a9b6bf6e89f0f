/** @jsxImportSource preact */
import type { Approval, ApprovalRow } from '../types.js'
import { Icon } from './Icon.js'
import { shortAddress } from './shortAddress.js'
import { strings } from './strings.js'
import { endMark } from './watchEnd.js'

/** What is about to be done: the dangerous fact, the sum or text, then the lines, then all details folded. */
export function ApprovalBody({ approval, email }: { approval: Approval; email?: string | null | undefined }) {
  const { danger, warnings, headline, rows, details } = approval
  return (
    <div class="lf-approval">
      <div class="lf-approval">
        {danger.map((text) => (
          <p key={text} class="lf-note" data-tone="danger" role="alert">
            <Icon name="warning" size={16} />
            <span>{text}</span>
          </p>
        ))}
        {headline && (
          <div class="lf-headline" data-size={sizeOf(headline.text)}>
            {headline.icon && <img class="lf-coin" src={headline.icon} alt="" width={32} height={32} />}
            <p class="lf-sum" dir="auto">
              <Marked text={headline.text} />
            </p>
            {headline.fiat && <p class="lf-soft lf-fiat">{headline.fiat}</p>}
            {headline.sub && (
              <p class="lf-soft" dir="auto">
                {headline.sub}
              </p>
            )}
          </div>
        )}
        {warnings.map((text) => (
          <p key={text} class="lf-note" data-tone="warning">
            <Icon name="warning" size={16} />
            <span>{text}</span>
          </p>
        ))}
        <dl class="lf-rows">
          {rows.map((row, at) => (
            <Row key={`${at} ${row.label}`} row={row} />
          ))}
          <Row row={{ label: strings.network, value: approval.network }} />
          <div class="lf-row">
            <dt>{strings.account}</dt>
            <dd class="lf-account">
              {email && (
                <span class="lf-email" title={email}>
                  {email}
                </span>
              )}
              <span class="lf-soft lf-number" title={approval.account} dir="ltr">
                {shortAddress(approval.account)}
              </span>
            </dd>
          </div>
        </dl>
        <span class={endMark} />
      </div>
      <details class="lf-details">
        <summary>
          <span>{strings.details}</span>
          <Icon name="down" size={16} />
        </summary>
        <dl class="lf-rows">
          {details.map((row, at) => (
            <Row key={`${at} ${row.label}`} row={row} />
          ))}
          <Row row={{ label: strings.account, value: approval.account, form: 'address' }} />
        </dl>
      </details>
    </div>
  )
}

const signs = { out: '−', in: '+' } as const

// A sum is read at a glance; a text is read.
function sizeOf(text: string): 'sum' | 'long-sum' | 'text' {
  if (text.length <= 18) return 'sum'
  return text.length <= 48 && !text.includes('\n') ? 'long-sum' : 'text'
}

function Row({ row }: { row: ApprovalRow }) {
  const isAddress = row.form === 'address'
  // An address stands beside a short label: a line less to read past.
  const isLong =
    (isAddress && row.label.length > 9) || row.value.length > (isAddress ? 80 : 26) || row.value.includes('\n')
  return (
    <div class="lf-row" data-long={isLong || undefined} data-tone={row.tone} data-change={row.change}>
      <dt dir="auto">
        <Marked text={row.label} />
      </dt>
      <dd class={row.form ? `lf-${row.form}` : undefined}>
        {row.form === 'address' ? (
          <GroupedAddress address={row.value} />
        ) : (
          <span dir="auto">
            {row.change && signs[row.change]}
            <Marked text={row.value} />
          </span>
        )}
        {row.fiat && <span class="lf-soft lf-fiat">{row.fiat}</span>}
      </dd>
    </div>
  )
}

/** A text with a box around each mark of what cannot be seen. */
function Marked({ text }: { text: string }) {
  const parts = text.split(/(⟨[^⟨⟩]{1,40}⟩)/)
  return <>{parts.map((part, at) => (at % 2 ? <span class="lf-mark">{part.slice(1, -1)}</span> : part))}</>
}

/**
 * A whole address in groups of four, so that it can be compared by eye; copied by hand it has no gaps. The first has what all of
 * its kind begin with before it, and the last takes what is left over: an end of one letter would be nothing to compare.
 */
function GroupedAddress({ address }: { address: string }) {
  const groups = address.match(/^(0x|[a-z]+1(?=[a-z\d]+$)).{4}|.{1,4}(.{1,3}$)?/g)
  return (
    <span class="lf-groups" dir="ltr">
      {groups?.map((group, at) => (
        <span key={`${at} ${group}`}>{group}</span>
      ))}
    </span>
  )
}
