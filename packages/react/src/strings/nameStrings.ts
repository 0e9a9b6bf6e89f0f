/** The sentences of the views that register a name; they arrive with those views. */
export const nameStrings = {
  nameLead: 'People can pay you by this name instead of your address. Anyone can see which address it belongs to.',
  nameLabel: 'Name',
  namePlaceholder: 'your-name',
  nameShort: 'Use at least 4 characters.',
  nameLong: 'Use at most 63 characters.',
  nameCharacters: 'Use only letters from a to z, digits and hyphens.',
  nameChecking: 'Checking…',
  nameFree: (name: string) => `${name} is free.`,
  nameTaken: (name: string) => `${name} is not available.`,
  nameNone: 'Names are not available in this app.',
  nameOthers: 'Available names',
  nameRegister: 'Register name',
  nameSigning: 'Registering…',
  nameYours: (name: string) => `${name} is yours`,
  nameYoursText: 'Share it like an address. People who pay you see your full address before they sign.',
  copyName: 'Copy name',
  nameRelease: 'Give back',
  nameReleaseText: 'It then leads nowhere, and nobody can pay you by it. For a time only you can register it again.',
  nameReleaseYes: 'Give it back',
  nameReleaseNo: 'Keep it',
  nameReleased: (name: string) => `${name} is given back`,
  done: 'Done',
}

/** The sentences of the views that register a name. */
export type NameStrings = typeof nameStrings
