import { useId, useState } from 'react'
import { useSwapStrings } from '../hooks/useSwapStrings.js'

const offered = [0.5, 1, 3]
/** From here on others can gain by moving the price before the swap. */
const high = 5

/** The slippage tolerance: three to choose from, and one's own. */
export function Slippage({ value, onChange }: { value: number; onChange: (percent: number) => boolean }) {
  const strings = useSwapStrings()
  const id = useId()
  const [text, setText] = useState(offered.includes(value) ? '' : String(value))
  const [isRefused, setRefused] = useState(false)
  const write = (typed: string) => {
    setText(typed)
    const percent = Number(typed.trim().replace(',', '.'))
    setRefused(typed.trim() !== '' && !onChange(percent))
    if (typed.trim() === '') onChange(1)
  }
  return (
    <fieldset className="lk-slippage">
      <legend>{strings.swapSlippage}</legend>
      <div className="lk-slippage-line">
        {offered.map((percent) => (
          <label key={percent} className="lk-slippage-option">
            <input
              type="radio"
              name={`${id}-slippage`}
              className="lk-hidden"
              checked={value === percent && text === ''}
              onChange={() => {
                setText('')
                setRefused(false)
                onChange(percent)
              }}
            />
            <span>{`${percent}%`}</span>
          </label>
        ))}
        <label className="lk-slippage-own" data-on={text !== '' || undefined}>
          <span className="lk-hidden">{strings.swapSlippageOwn}</span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={5}
            placeholder={strings.swapSlippageCustom}
            value={text}
            onChange={(event) => write(event.target.value)}
            aria-invalid={isRefused || undefined}
            aria-describedby={`${id}-help`}
          />
          {text !== '' && <span aria-hidden="true">%</span>}
        </label>
      </div>
      <p id={`${id}-help`} className={isRefused ? 'lk-field-help' : 'lk-slippage-help'} role="status">
        {isRefused ? strings.swapSlippageBounds : value >= high ? strings.swapSlippageHigh : ''}
      </p>
    </fieldset>
  )
}
