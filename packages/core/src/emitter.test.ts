import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmitter } from './emitter.js'

afterEach(() => vi.unstubAllGlobals())

describe('createEmitter', () => {
  it('tells everybody, in order, until they leave or all are cleared', () => {
    const emitter = createEmitter<number>()
    const heard: string[] = []
    const off = emitter.on((event) => heard.push(`a${event}`))
    emitter.on((event) => heard.push(`b${event}`))
    emitter.emit(1)
    off()
    off()
    emitter.emit(2)
    emitter.clear()
    emitter.emit(3)
    expect(heard).toEqual(['a1', 'b1', 'b2'])
  })

  it('a listener that throws keeps nobody from hearing, and its error is thrown where the page sees it', () => {
    const tasks: (() => void)[] = []
    vi.stubGlobal('queueMicrotask', (task: () => void) => tasks.push(task))
    const emitter = createEmitter<number>()
    const heard: number[] = []
    emitter.on(() => {
      throw new Error('mine')
    })
    emitter.on((event) => heard.push(event))
    emitter.emit(1)
    expect(heard).toEqual([1])
    expect(tasks).toHaveLength(1)
    expect(tasks[0]).toThrow('mine')
  })

  it('a listener that joins or leaves while others are told does not disturb them', () => {
    const emitter = createEmitter<void>()
    const heard: string[] = []
    const off = emitter.on(() => {
      heard.push('first')
      off()
      emitter.on(() => heard.push('late'))
    })
    emitter.on(() => heard.push('second'))
    emitter.emit()
    expect(heard).toEqual(['first', 'second'])
  })
})
