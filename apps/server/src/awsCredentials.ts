import type { AwsCredentials } from './custody/keys/createAwsKeys.js'
import type { Env } from './env.js'

/** The credentials that the settings name, if they name them. */
export function awsCredentials(env: Env): AwsCredentials | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env
  return accessKeyId === undefined || secretAccessKey === undefined
    ? undefined
    : { accessKeyId, secretAccessKey, sessionToken }
}
