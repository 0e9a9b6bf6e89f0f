// Vitest gives up what `vi.waitFor` waits for after a second, and has no setting for it; a busy machine needs longer now and then.
import { vi } from 'vitest'

const { waitFor } = vi
vi.waitFor = (check, options) => waitFor(check, typeof options === 'number' ? options : { timeout: 15_000, ...options })
