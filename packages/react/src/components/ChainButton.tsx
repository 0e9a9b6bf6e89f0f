import { useRef } from 'react'
import { useLatchkey } from '../context.js'
import { useChain } from '../hooks/useChain.js'
import { useModal } from '../hooks/useModal.js'
import { usePreload } from '../modal/usePreload.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'
import { useThemeProps } from '../theme/useThemeProps.js'

/** What `<ChainButton>` takes. */
export type ChainButtonProps = {
  /** Default `md`. */
  readonly size?: 'sm' | 'md' | 'lg'
}

/**
 * The active network as a button that lets the visitor choose another.
 *
 * @param props - See {@link ChainButtonProps}.
 * @returns A button that opens the list of networks.
 *
 * @example
 * import { ChainButton } from '@latchkey/react'
 * <ChainButton />
 */
export function ChainButton({ size = 'md' }: ChainButtonProps) {
  const { strings, config } = useLatchkey()
  const { caipNetwork } = useChain()
  const { open, isOpen } = useModal()
  const preload = usePreload()
  const button = useRef<HTMLButtonElement>(null)
  const theme = useThemeProps(button)
  const name = caipNetwork?.name ?? strings.unknownNetwork
  return (
    <button
      ref={button}
      type="button"
      className="lk-network-button"
      {...theme}
      data-size={size}
      data-unknown={caipNetwork === undefined || undefined}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      disabled={!config.options.enableNetworkSwitch}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => open({ view: caipNetwork ? 'Networks' : 'UnsupportedChain' })}
    >
      {caipNetwork ? <Picture src={caipNetwork.iconUrl} name={name} size={20} /> : <Icon name="warning" />}
      <span className="lk-hidden">{`${strings.network}: `}</span>
      <span className="lk-network-button-name">{name}</span>
      <Icon name="down" size={16} />
    </button>
  )
}
