import type { SocialProvider } from '@latchkey/core'
import { socialLogos } from './socialLogos.js'

// The arms of Google's letter have each a colour of their own.
const google = [
  [
    '#4285f4',
    'M23.49 12.27c0-.79-.07-1.54-.19-2.27H12v4.51h6.47c-.29 1.48-1.14 2.73-2.4 3.58v3h3.86c2.26-2.09 3.56-5.17 3.56-8.82z',
  ],
  [
    '#34a853',
    'M12 24c3.24 0 5.95-1.08 7.93-2.91l-3.86-3c-1.08.72-2.45 1.16-4.07 1.16-3.13 0-5.78-2.11-6.73-4.96H1.29v3.09C3.26 21.3 7.31 24 12 24z',
  ],
  [
    '#fbbc05',
    'M5.27 14.29c-.25-.72-.38-1.49-.38-2.29s.14-1.57.38-2.29V6.62H1.29C.47 8.24 0 10.06 0 12s.47 3.76 1.29 5.38l3.98-3.09z',
  ],
  [
    '#ea4335',
    'M12 4.75c1.77 0 3.35.61 4.6 1.8l3.42-3.42C17.95 1.19 15.24 0 12 0 7.31 0 3.26 2.7 1.29 6.62l3.98 3.09c.95-2.85 3.6-4.96 6.73-4.96z',
  ],
] as const

const colours: { readonly [name in SocialProvider]?: string } = {
  discord: '#5865f2',
  facebook: '#0866ff',
  farcaster: '#8a63d2',
}

/** The mark of a provider in its own colours; those that are black follow the text. */
export function SocialLogo({ name, size = 22 }: { name: SocialProvider; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {name === 'google' ? (
        google.map(([fill, path]) => <path key={fill} fill={fill} d={path} />)
      ) : (
        <path fill={colours[name] ?? 'currentColor'} d={socialLogos[name]} />
      )}
    </svg>
  )
}
