/** Runs in a page: whether the press that `aimPress` waits for met its part; after a miss presses are free again. */
export function readPress(): 'waiting' | 'held' | 'hit' | 'missed' | undefined {
  const page = globalThis as { latchkeyPress?: 'waiting' | 'held' | 'hit' | 'missed' | undefined }
  const press = page.latchkeyPress
  if (press === 'hit' || press === 'missed') page.latchkeyPress = undefined
  return press
}
