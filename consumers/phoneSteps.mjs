// What a person does on another device.

/** Opens the wallet of another device with what its camera read, and connects. */
export async function openPhone(context, phoneUrl, uri) {
  const phone = await context.newPage()
  await phone.goto(`${phoneUrl}/?uri=${encodeURIComponent(uri)}`)
  await answerOn(phone)
  return phone
}

/** Says yes to the next question. */
export async function answerOn(phone) {
  const question = phone.getByTestId('phone-question')
  await question.waitFor()
  await phone.getByTestId('phone-approve').click()
  await question.waitFor({ state: 'detached' })
}
