import { StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { lazyComponent } from './lazyComponent.js'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

describe('later', () => {
  it('behavior: what was preloaded is drawn in the first drawing', async () => {
    const LazyComponent = lazyComponent(() => Promise.resolve(Greeting), Fallback)
    await LazyComponent.preload()
    drawnFallback.count = 0
    const screen = await render(<LazyComponent name="Ada" />, { wrapper: StrictMode })
    await expect.element(screen.getByText('Hello Ada')).toBeVisible()
    expect(drawnFallback.count).toBe(0)
  })

  it('behavior: until the code arrives something else is drawn, and one fetch serves all', async () => {
    let arrive: (component: typeof Greeting) => void = () => {}
    const arrival = new Promise<typeof Greeting>((resolve) => {
      arrive = resolve
    })
    let fetches = 0
    const LazyComponent = lazyComponent(() => {
      fetches++
      return arrival
    }, Fallback)
    const screen = await render(
      <>
        <LazyComponent name="Ada" />
        <LazyComponent name="Grace" />
      </>,
      { wrapper: StrictMode },
    )
    expect(screen.getByText('A moment').elements()).toHaveLength(2)
    arrive(Greeting)
    await expect.element(screen.getByText('Hello Grace')).toBeVisible()
    expect(fetches).toBe(1)
  })

  it('error: code that did not arrive is asked for again', async () => {
    let fetches = 0
    const LazyComponent = lazyComponent(() => {
      fetches++
      return fetches === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Greeting)
    })
    await expect(LazyComponent.preload()).rejects.toThrow('offline')
    const screen = await render(<LazyComponent name="Ada" />)
    await expect.element(screen.getByText('Hello Ada')).toBeVisible()
    expect(fetches).toBe(2)
  })
})

const drawnFallback = { count: 0 }

function Fallback() {
  drawnFallback.count++
  return <p>A moment</p>
}
