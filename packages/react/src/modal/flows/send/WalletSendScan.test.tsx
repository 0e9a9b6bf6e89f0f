import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { fakeCamera } from '../../../../test/fakeCamera.js'

const receiver = page.getByLabelText('To', { exact: true })
const amount = page.getByLabelText('Amount')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const aim = page.getByText('Hold the QR code of an address or a payment link in front of the camera.')
const isLive = (stream: MediaStream) => stream.getTracks().some(({ readyState }) => readyState === 'live')

async function scanner(camera = fakeCamera()) {
  const app = await accountModal({ route: { view: 'WalletSend' } })
  await button('Scan').click()
  await view('WalletSendScan')
  return { ...app, camera }
}

describe('the scanner of the send form', () => {
  it('behavior: an address that the camera sees is the receiver, and the camera is let go of', async () => {
    const { camera } = await scanner()
    await expect.element(aim).toBeVisible()
    await expectAccessible()
    camera.show(bob)
    await view('WalletSend')
    await expect.element(receiver).toHaveValue(bob)
    expect(camera.streams.length).toBeGreaterThan(0)
    expect(camera.streams.filter(isLive)).toEqual([])
  })

  it('behavior: a payment link that the camera sees fills in receiver, token and amount', async () => {
    const { camera } = await scanner()
    camera.show(`ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${bob}&uint256=1.5e6`)
    await view('WalletSend')
    await expect.element(receiver).toHaveValue(bob)
    await expect.element(amount).toHaveValue('1.5')
    await expect.element(button(/^USDC/)).toBeVisible()
  })

  it('behavior: is read by the browser itself where it can', async () => {
    class Detector {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => [{ rawValue: bob }]
    }
    Object.assign(globalThis, { BarcodeDetector: Detector })
    onTestFinished(() => {
      Reflect.deleteProperty(globalThis, 'BarcodeDetector')
    })
    await scanner()
    await view('WalletSend')
    await expect.element(receiver).toHaveValue(bob)
  })

  it.each([
    ['the view is left', () => button('Back').click()],
    ['the modal is closed', () => button('Close').click()],
  ])('behavior: lets go of the camera when %s', async (_, leave) => {
    const { camera } = await scanner()
    await expect.element(aim).toBeVisible()
    expect(camera.streams.filter(isLive)).toHaveLength(1)
    await leave()
    await vi.waitFor(() => expect(camera.streams.filter(isLive)).toEqual([]))
  })

  it.each([
    ['NotAllowedError', 'The camera is not allowed here'],
    ['NotFoundError', 'No camera found'],
    ['NotReadableError', 'The camera does not start'],
  ])('error: %s is said, and asking again goes on', async (name, title) => {
    const camera = fakeCamera()
    camera.refuse(name)
    await scanner(camera)
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessible()
    camera.refuse()
    await button('Try again').click()
    camera.show(bob)
    await view('WalletSend')
    await expect.element(receiver).toHaveValue(bob)
  })

  it('error: a camera that stops is said, and the address can be entered instead', async () => {
    const { camera } = await scanner()
    await expect.element(aim).toBeVisible()
    camera.unplug()
    await expect.element(page.getByRole('heading', { name: 'The camera stopped' })).toBeVisible()
    await button('Enter the address').click()
    await view('WalletSend')
    await expect.element(receiver).toHaveValue('')
  })

  it('behavior: is not offered on a device without a camera', async () => {
    fakeCamera({ missing: true })
    await accountModal({ route: { view: 'WalletSend' } })
    await expect.element(button('Paste')).toBeVisible()
    expect(button('Scan').query()).toBeNull()
  })
})
