import { checkCertificate, listCertificates } from '@/lib/training/certificates'
import { listClasses } from '@/lib/training/classes'
import { getAppOffer } from '@/lib/training/downloads'
import { getLearningPath, listLearningPaths, listNodeCourses } from '@/lib/training/learning-paths'
import { countUnreadMessages, listMessages, markAllMessagesRead, markMessageRead } from '@/lib/training/messages'
import { countNoticeRead, listNotices } from '@/lib/training/notices'
import { getPostMap, joinPostMap, listPostMaps, listSkillCourses } from '@/lib/training/post-maps'
import { call, type CallTable, type Given } from './calls'

const liming = ({ learner }: Given) => learner('liming')
const firstPath = async (given: Given) => (await listLearningPaths(await liming(given)))[0]?.id ?? ''
const firstMap = async (given: Given, account = 'liming') => (await listPostMaps(await given.learner(account), { filter: 'all' }))[0]?.id ?? ''

/** Contract 4.13 to 4.15 with our extensions to them. */
export const centreCalls: CallTable = {
  sections: ['4.13', '4.14', '4.15'],
  calls: [
    call('M1', 'GET', '/train/messageSend/web/page', async (given) => listMessages(await liming(given), { state: 'all', page: 1, size: 10 })),
    call('M2', 'GET', '/train/messageSend/updateMessageUserStatus', async (given) => {
      const { items: [message] } = await listMessages(await liming(given), { state: 'all', page: 1, size: 10 })
      return markMessageRead(await liming(given), { id: message?.id ?? '' })
    }),
    call('M3', 'GET', '/train/messageSend/getMessageSendCount', async (given) => countUnreadMessages(await liming(given))),
    call('XM1', 'POST', '/train/web/markAllMessagesRead', async ({ learner }) => markAllMessagesRead(await learner('learner080'))),
    call('B1', 'GET', '/train/app/notice/getAllNotice', async ({ visitor }) => listNotices(visitor)),
    call('B2', 'POST', '/train/app/notice/updateNoticeReadNumber', async ({ visitor }) => countNoticeRead(visitor, { id: (await listNotices(visitor))[0]?.id ?? '' })),
    call('T1', 'GET', '/train/app/plan/getMyClassCertificate', async ({ learner }) => listCertificates(await learner('zhaoqiang'))),
    call('X8', 'GET', '/train/web/getCertificateByCheckCode', async ({ learner, visitor }) => {
      const [year] = await listCertificates(await learner('zhaoqiang'))
      return checkCertificate(visitor, year?.certificates[0]?.checkCode ?? '')
    }),
    call('K1', 'GET', '/train/gradeApp', async (given) => listClasses(await liming(given))),
    call('G1', 'GET', '/train/app/studyPath/getAllStudyPath', async (given) => listLearningPaths(await liming(given))),
    call('G2', 'GET', '/train/app/studyPath/selectStudyPathById', async (given) => getLearningPath(await liming(given), { id: await firstPath(given) })),
    call('G3', 'GET', '/train/app/studyPath/selectCourseListByPathIdAndNodeId', async (given) => {
      const path = await getLearningPath(await liming(given), { id: await firstPath(given) })
      return listNodeCourses(await liming(given), { pathId: path?.id ?? '', nodeId: path?.nodes[0]?.id ?? '' })
    }),
    call('O1', 'GET', '/train/app/postMap/getPostMap', async (given) => listPostMaps(await liming(given), { filter: 'all' })),
    call('O2', 'GET', '/train/app/postMap/selectPostMapDetailById', async (given) => getPostMap(await liming(given), { id: await firstMap(given) })),
    call('O3', 'GET', '/train/app/postMap/selectCourseListByPostMapSkillId', async (given) => {
      const map = await getPostMap(await liming(given), { id: await firstMap(given) })
      return listSkillCourses(await liming(given), { postMapId: map?.id ?? '', skillId: map?.skills[0]?.id ?? '' })
    }),
    call('O4', 'POST', '/train/postUser/joinPost', async (given) => joinPostMap(await given.learner('learner081'), { id: await firstMap(given, 'learner081') })),
    call('A1', 'GET', '/train/version/find', async ({ visitor }) => getAppOffer(visitor, 'main')),
  ],
  servedOnly: {
    'GET /train/file/*': 'files of courses, which the web fetches by their address',
  },
}
