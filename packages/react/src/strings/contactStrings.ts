/** The sentences of the contacts; they arrive with the views that show them. */
export const contactStrings = {
  contacts: 'Contacts',
  contactsSaved: (count: number) => `${count} saved`,
  contactsNone: 'No contacts yet',
  contactsNoneText: 'Save an address when you send to it. Contacts stay in this browser.',
  contactChoose: 'Choose a contact',
  contactSave: 'Save as contact',
  contactEdit: (name: string) => `Change ${name}`,
  contactName: 'Name',
  contactNameHelp: 'Only you see it, in this browser.',
  contactKeep: 'Save',
  contactRemove: 'Remove contact',
  contactKept: (name: string) => `${name} is saved`,
  contactRemoved: (name: string) => `${name} is removed`,
}

/** The sentences of the contacts. */
export type ContactStrings = typeof contactStrings
