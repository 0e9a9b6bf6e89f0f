import { type Hex, verifyMessage } from 'viem'
import { describe, expect, inject, it } from 'vitest'
import { sizes } from '../e2e/browser.js'
import { createPlace } from './driver/place.js'
import { home, modal, phone } from './parts.js'
import { readQrCode } from './readQrCode.js'
import { inEachEngine } from './useEngine.js'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('a wallet on another device', () => {
  inEachEngine(({ open, look }) => {
    it('is connected by a QR code over the relay, signs, is found again after a reload, signs again, and is left', async () => {
      const { webUrl, phoneUrl } = inject('world')
      const [tab, device] = [await open(), await open({ size: sizes.phone })]
      const [page, hand] = [createPlace(tab), createPlace(device)]
      await tab.goto(webUrl)
      await device.goto(phoneUrl)
      const approve = async () => {
        await hand.click(phone.approveButton)
        await hand.isGone(phone.question)
      }
      const sign = async () => {
        await page.click(home.signButton)
        await hand.shows(phone.question)
        await approve()
        await page.shows(home.verified)
        const { text } = await page.read(home.signature)
        expect(await verifyMessage({ address: owner, message: 'Hello from Latchkey', signature: text as Hex })).toBe(
          true,
        )
      }

      await page.click(home.connectButton)
      await page.click(modal.button('WalletConnect'))
      await page.shows(modal.code)
      const uri = await readQrCode(tab)
      await look(tab, 'light-qr-code')
      expect(uri).toMatch(/^wc:/)
      await hand.click(phone.uri)
      await device.type(uri)
      await hand.click(phone.pairButton)
      await hand.shows(phone.question)
      await look(device, 'light-phone')
      await approve()
      await page.until(home.address, ({ text }) => text === owner, 'is the address')
      await page.click(modal.button('Close'))
      await page.isGone(modal.dialog)
      await sign()

      await tab.reload()
      await page.until(home.address, ({ text }) => text === owner, 'is the address')
      await sign()

      await page.click(home.accountButton)
      await page.click(modal.button('Disconnect'))
      await page.until(home.address, ({ text }) => text === 'none', 'is none')
      await hand.shows(phone.alone)
    })
  })
})
