/** One visit to each screen of the product, with who goes there: walked by every-screen, axe, the cross-tenant oracle and `npm run screens`. */
export type Visit = {
  /** The name of the folder below app/, which is the specification's path. */
  screen: string
  /** What the picture is called. */
  name: string
  path: string
  domain?: string
  /** Nobody (public), or an account. */
  account: string | null
  shell: 'learner' | 'focus' | 'guest' | 'bare'
}

/** Folders of old addresses, which only lead on to a screen of another name. */
export const leadingOn = ['toolbar=0', 'video']

/** The path of an address without the language that public pages may begin with: where a visit wanted to, and where it came. */
export const placeOf = (address: string) => new URL(address).pathname.replace(/^\/(?:zh|en|ja)(?=\/)/, '')

const course = { id: 3001, title: '低压电工作业安全' }
const plan = { id: 5001, title: '新员工入职培训计划' }

export const visits: Visit[] = [
  { screen: 'login', name: 'login', path: '/login', account: null, shell: 'guest' },
  { screen: 'register', name: 'register', path: '/register', account: null, shell: 'guest' },
  { screen: 'register', name: 'register-closed', path: '/register', domain: 'bgy.localhost', account: null, shell: 'guest' },
  { screen: 'resetPassword', name: 'reset-password', path: '/resetPassword', account: null, shell: 'guest' },
  { screen: '401', name: 'no-access', path: '/401', account: null, shell: 'guest' },
  { screen: 'accessibility', name: 'accessibility', path: '/accessibility', account: null, shell: 'guest' },
  { screen: 'news', name: 'news', path: '/news', account: null, shell: 'guest' },
  { screen: 'news', name: 'notice', path: '/news/107', account: null, shell: 'guest' },
  { screen: 'Home', name: 'home', path: '/Home', account: 'liming', shell: 'learner' },
  { screen: 'Home', name: 'home-empty', path: '/Home', account: 'wangfang', shell: 'learner' },
  { screen: 'Home', name: 'home-bgy', path: '/Home', domain: 'bgy.localhost', account: 'liming', shell: 'learner' },
  { screen: 'myCurriculum', name: 'my-courses', path: '/myCurriculum', account: 'liming', shell: 'learner' },
  { screen: 'myCurriculum', name: 'my-courses-empty', path: '/myCurriculum', account: 'wangfang', shell: 'learner' },
  { screen: 'CurriculumDetil', name: 'course-detail', path: `/CurriculumDetil?id=${course.id}&title=${encodeURIComponent(course.title)}`, account: 'liming', shell: 'learner' },
  { screen: 'CurriculumDetil', name: 'course-detail-catalogue', path: `/CurriculumDetil?id=${course.id}&tab=catalogue`, account: 'liming', shell: 'learner' },
  { screen: 'myPlanList', name: 'my-plans', path: '/myPlanList', account: 'liming', shell: 'learner' },
  { screen: 'myPlanList', name: 'my-plans-empty', path: '/myPlanList', account: 'wangfang', shell: 'learner' },
  { screen: 'PlanDetil', name: 'plan-detail', path: `/PlanDetil?id=${plan.id}&title=${encodeURIComponent(plan.title)}`, account: 'liming', shell: 'learner' },
  { screen: 'PlanDetil', name: 'plan-detail-catalogue', path: `/PlanDetil?id=${plan.id}&tab=catalogue`, account: 'liming', shell: 'learner' },
  { screen: 'PlanDetil', name: 'plan-detail-upcoming', path: '/PlanDetil?id=5003&tab=catalogue', account: 'liming', shell: 'learner' },
  { screen: 'Curriculum', name: 'course-library', path: '/Curriculum', account: 'liming', shell: 'learner' },
  { screen: 'Curriculum', name: 'course-library-none', path: '/Curriculum?name=zzzz', account: 'liming', shell: 'learner' },
  { screen: 'PlanList', name: 'plan-library', path: '/PlanList', account: 'wangfang', shell: 'learner' },
  { screen: 'MyStudy', name: 'messages', path: '/MyStudy?thisId=1', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'messages-empty', path: '/MyStudy?thisId=1', account: 'wangfang', shell: 'learner' },
  { screen: 'MyName', name: 'profile', path: '/MyName', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'profile-in-centre', path: '/MyStudy?thisId=2', account: 'wangfang', shell: 'learner' },
  { screen: 'MyStudy', name: 'my-collection', path: '/MyStudy?tab=collection', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'my-collection-plans', path: '/MyStudy?tab=collection&kind=plan', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'my-collection-empty', path: '/MyStudy?tab=collection', account: 'wangfang', shell: 'learner' },
  { screen: 'MyStudy', name: 'learning-data', path: '/MyStudy', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'learning-data-new', path: '/MyStudy?ranking=points', account: 'wangfang', shell: 'learner' },
  { screen: 'StudyTime', name: 'study-time', path: '/StudyTime?courseId=3001', account: 'liming', shell: 'learner' },
  { screen: 'StudyTime', name: 'study-time-plan', path: '/StudyTime?planId=5001', account: 'liming', shell: 'learner' },
  { screen: 'StudyDetil', name: 'player-video', path: '/StudyDetil?courseId=3001&chapterId=3101&sectionId=3201', account: 'liming', shell: 'focus' },
  { screen: 'StudyDetil', name: 'player-document', path: '/StudyDetil?courseId=3001&chapterId=3101&sectionId=3202', account: 'liming', shell: 'focus' },
  { screen: 'StudyDetil', name: 'player-courseware', path: '/StudyDetil?courseId=3001&chapterId=3102&sectionId=3203', account: 'liming', shell: 'focus' },
  { screen: 'StudyDetil', name: 'player-simulation', path: '/StudyDetil?courseId=3001&chapterId=3102&sectionId=3205', account: 'zhaoqiang', shell: 'focus' },
  // Opening a paper begins an attempt: by somebody of whom nothing else is told.
  { screen: 'ToTestIng', name: 'exam-taking', path: '/ToTestIng?examPlanId=8001&paperId=8200&examType=3&answerTime=45', account: 'learner289', shell: 'focus' },
  { screen: 'ToTestIng', name: 'exam-taking-switches', path: '/ToTestIng?examPlanId=8002&paperId=828002&examType=3&answerTime=20', account: 'learner288', shell: 'focus' },
  { screen: 'ToTestIng', name: 'exam-taking-too-early', path: '/ToTestIng?examPlanId=8004&paperId=828004&examType=3', account: 'learner289', shell: 'focus' },
  { screen: 'MyStudy', name: 'my-certificates', path: '/MyStudy?tab=certificates', account: 'zhaoqiang', shell: 'learner' },
  { screen: 'MyStudy', name: 'my-certificates-empty', path: '/MyStudy?tab=certificates', account: 'wangfang', shell: 'learner' },
  { screen: 'MyStudy', name: 'my-classes', path: '/MyStudy?tab=classes', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'learning-paths', path: '/MyStudy?tab=learningPaths', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'learning-path', path: '/MyStudy?tab=learningPaths&path=2001', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'post-maps', path: '/MyStudy?tab=postMaps', account: 'liming', shell: 'learner' },
  { screen: 'MyStudy', name: 'post-map', path: '/MyStudy?tab=postMaps&map=2105', account: 'liming', shell: 'learner' },
  { screen: 'certificate', name: 'certificate-check', path: '/certificate/5093310ab6f5e02c2a04697e51404be32e27f53b', account: null, shell: 'guest' },
  { screen: 'news', name: 'news-notices', path: '/news?type=announcement&page=2&size=10', account: null, shell: 'guest' },
  { screen: 'Appye', name: 'downloads', path: '/Appye', account: null, shell: 'guest' },
  { screen: 'AppyeRS', name: 'downloads-rs', path: '/AppyeRS', domain: 'rs.localhost', account: null, shell: 'guest' },
  { screen: 'AppyeBGY', name: 'downloads-bgy', path: '/AppyeBGY', domain: 'bgy.localhost', account: null, shell: 'guest' },
  { screen: 'AppFires', name: 'download', path: '/AppFires', account: null, shell: 'bare' },
  { screen: 'AppFiresRS', name: 'download-rs', path: '/AppFiresRS', domain: 'rs.localhost', account: null, shell: 'bare' },
  { screen: 'AppFiresBGY', name: 'download-bgy', path: '/AppFiresBGY', domain: 'bgy.localhost', account: null, shell: 'bare' },
  { screen: 'AppFireswd', name: 'download-codes', path: '/AppFireswd', account: null, shell: 'bare' },
  { screen: 'FZAppFires1', name: 'download-simulation-a', path: '/FZAppFires1', account: null, shell: 'bare' },
  { screen: 'FZAppFires2', name: 'download-simulation-b', path: '/FZAppFires2', account: null, shell: 'bare' },
  { screen: 'myTestPapers', name: 'my-exams', path: '/myTestPapers', account: 'liming', shell: 'learner' },
  { screen: 'myTestPapers', name: 'my-exams-passed', path: '/myTestPapers?state=passed', account: 'liming', shell: 'learner' },
  { screen: 'myTestPapers', name: 'my-exams-empty', path: '/myTestPapers', account: 'wangfang', shell: 'learner' },
  { screen: 'TestDetil', name: 'exam-preparation', path: '/TestDetil?id=8001&examType=1', account: 'liming', shell: 'learner' },
  { screen: 'TestDetil', name: 'exam-preparation-practical', path: '/TestDetil?id=8007&examType=3', account: 'liming', shell: 'learner' },
  { screen: 'ResultTest', name: 'exam-result', path: '/ResultTest?examPlanId=8001&paperId=8200&answerId=89102&instanceId=88102&examType=3', account: 'liming', shell: 'learner' },
  { screen: 'ResultTest', name: 'exam-result-pending', path: '/ResultTest?examPlanId=8005&paperId=828005&answerId=89138&instanceId=88138&examType=3', account: 'liming', shell: 'learner' },
  { screen: 'ZuoDaXiangQing', name: 'exam-answers', path: '/ZuoDaXiangQing?examPlanId=8001&paperId=8200&answerId=89102&instanceId=88102&examType=3', account: 'liming', shell: 'learner' },
  { screen: 'practicalDetail', name: 'practical-detail', path: '/practicalDetail?examPlanId=8007&paperId=828007&examInstanceId=88139&QuestionGroupActualId=9008&examAnswerActualDetailId=9801', account: 'liming', shell: 'focus' },
  { screen: 'receipt', name: 'receipt-check', path: '/receipt', account: null, shell: 'guest' },
  { screen: 'BrushExercises', name: 'exercise-centre', path: '/BrushExercises', domain: 'hj.localhost', account: 'sunli', shell: 'learner' },
  { screen: 'ZuoDaXiangQingFZ', name: 'exam-answers-simulation', path: '/ZuoDaXiangQingFZ?examPlanId=8035&paperId=828035&answerId=89130&instanceId=88130&examType=3&isFangZhen=1', account: 'liming', shell: 'learner' },
  { screen: 'ToBrushQuestions', name: 'practice', path: `/ToBrushQuestions?subjectId=1430701&subjectName=${encodeURIComponent('低压电工')}&randomCount=30`, domain: 'hj.localhost', account: 'sunli', shell: 'focus' },
  { screen: 'BrushRecord', name: 'practice-result', path: '/BrushRecord?subjectName=x&shouldNumber=30&actualNumber=20&accuracyRate=0.6&hour=00&min=12&sec=05', domain: 'hj.localhost', account: 'sunli', shell: 'learner' },
  { screen: 'MyStudy', name: 'mistake-book', path: '/MyStudy?tab=mistakes', account: 'liming', shell: 'learner' },
]
