/** How many mails strangers may ask for: to one address, from one network, and for one site. */
export type MailLimits = {
  address: { hour: number; day: number }
  network: { hour: number; day: number; addresses: number }
  site: { hour: number }
}

/**
 * What holds unless the operator says otherwise. An address is narrow, to keep a mailbox from a flood. Behind one network, a /24 of
 * IPv4 or a /48 of IPv6, stand thousands of people of a mobile carrier, and a site has its launch day: these are wide.
 */
export const defaultMailLimits: MailLimits = {
  address: { hour: 5, day: 10 },
  network: { hour: 600, day: 6_000, addresses: 300 },
  site: { hour: 20_000 },
}
