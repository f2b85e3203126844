import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { newId } from '../db/ids.ts'
import { withTx } from '../db/tx.ts'
import { CallError, missing, refuse } from '../envelope.ts'
import { maybe, maybeText, wireId, wireText } from '../params.ts'
import { addUpload, countByPhone, getAccount, getUpload, holdLearner, removeOtherUploads, setPassword, updateAccount } from '../queries/accounts.ts'
import { holdPhone, voidResetCodes } from '../queries/codes.ts'
import { endAllSessions } from '../queries/sessions.ts'
import { redrawPicture } from '../pictures.ts'
import { isPhone, phoneAsKept } from '../rules/codes.ts'
import { avatarLimitBytes, contactLengths } from '../rules/limits.ts'
import { messages } from '../rules/messages.ts'
import { hashPassword, isPasswordAllowed } from '../rules/passwords.ts'
import { isLegible } from '../rules/registration.ts'
import { avatarFileId, avatarPath, pictureType } from '../rules/uploads.ts'

const sexes = { male: 0, female: 1, unknown: 2 }

/** S9, S17 and S18: profile, contact, password, picture (contract 4.1). */
export function bindAccount(api: Api, ctx: ApiContext): void {
  const { db, clock } = ctx

  api.learner('GET', '/admin/user/app/userInfo/:userId', { userId: wireId }, async (caller) => {
    const account = await getAccount(db, caller)
    if (!account) throw missing()
    return {
      userId: account.userId,
      username: account.account,
      account: account.account,
      name: account.name,
      avatar: account.avatarUrl,
      sex: sexes[account.sex],
      job: account.post,
      companyName: account.companyName,
      deptName: account.departmentName,
      phone: account.phone,
      mail: account.email,
    }
  })

  api.learner(
    'POST',
    '/admin/user/app/userInfo/update',
    {
      // Whatever people are reached by: the form checks no format (spec 3 §5), and only mobiles are numbers for codes.
      phone: maybe(wireText.pipe(z.string().min(1).max(contactLengths.phone).refine(isLegible).transform(phoneAsKept))),
      email: maybe(wireText.pipe(z.string().min(1).max(contactLengths.email).refine(isLegible))),
      avatar: maybe(wireId),
      password: maybeText(z.string()),
    },
    async (caller, { phone, email, avatar, password }) => {
      const changes = [phone, email, avatar, password].filter((change) => change !== undefined)
      if (changes.length !== 1) throw new CallError(400, messages.invalidField(''))
      if (phone !== undefined) return changePhone(caller, phone)
      if (avatar !== undefined) return changeAvatar(caller, avatar)
      if (password !== undefined) return changePassword(caller, password)
      await updateAccount(db, { ...learnerOf(caller), email })
      return true
    },
  )

  function learnerOf({ tenantId, userId }: { tenantId: number; userId: number }) {
    return { tenantId, userId }
  }

  async function changePhone(caller: { tenantId: number; userId: number }, phone: string) {
    const { tenantId, userId } = caller
    const changed = await withTx(db, async (tx) => {
      await holdPhone(tx, { tenantId, phone })
      // A mobile is somebody's own, as whoever holds it may set a new password by it; a desk's number may be many people's.
      if (isPhone(phone) && (await countByPhone(tx, { tenantId, phone, except: userId })) > 0) return false
      await updateAccount(tx, { tenantId, userId, phone })
      // They went to whoever had the number before, and were meant for that account.
      await voidResetCodes(tx, { tenantId, phone, now: clock.now() })
      return true
    })
    return changed ? true : refuse(messages.phoneTaken)
  }

  async function changeAvatar(caller: { tenantId: number; userId: number }, fileId: number) {
    const { tenantId, userId } = caller
    const changed = await withTx(db, async (tx) => {
      // Held first: what is sent at the same moment would take the file away that has just been looked for.
      await holdLearner(tx, { tenantId, userId })
      const upload = await getUpload(tx, { tenantId, fileId })
      if (!upload || upload.userId !== userId) return false
      await updateAccount(tx, { tenantId, userId, avatarUrl: avatarPath({ ...upload, tenantId, fileId }) })
      await removeOtherUploads(tx, { tenantId, userId, keep: [fileId] })
      return true
    })
    return changed ? true : refuse(messages.avatarFailed)
  }

  async function changePassword(caller: { tenantId: number; userId: number }, password: string) {
    if (!isPasswordAllowed(password)) return refuse(messages.passwordMalformed)
    const { tenantId, userId } = caller
    const phc = await hashPassword(password)
    await withTx(db, async (tx) => {
      await setPassword(tx, { tenantId, userId, phc, now: clock.now() })
      await endAllSessions(tx, { tenantId, userId })
    })
    return true
  }

  api.learner('POST', '/admin/user/avatar/upload', { file: z.unknown() }, async ({ tenantId, userId }, { file }) => {
    if (!(file instanceof File)) throw new CallError(400, messages.avatarFailed)
    if (file.size >= avatarLimitBytes) return refuse(messages.avatarSize)
    const content = Buffer.from(await file.arrayBuffer())
    if (!pictureType(content)) return refuse(messages.avatarKind)
    const picture = await redrawPicture(content)
    if (!picture) return refuse(messages.avatarFailed)
    const { contentType } = picture
    const contentHash = createHash('sha256').update(picture.content).digest('hex')
    const now = clock.now()
    const fileId = await withTx(db, async (tx) => {
      await holdLearner(tx, { tenantId, userId })
      const kept = await addUpload(tx, { tenantId, userId, fileId: newId(), contentType, contentHash, content: picture.content, now })
      const current = (await getAccount(tx, { tenantId, userId }))?.avatarUrl
      // The picture in use stays until another is chosen; what was sent and never chosen goes.
      await removeOtherUploads(tx, { tenantId, userId, keep: [kept, avatarFileId(current) ?? kept] })
      return kept
    })
    return { fileId, url: avatarPath({ tenantId, fileId, contentHash, contentType }) }
  })
}
