import { GuestPage } from '@/components/shell/guest-page'
import { downloadMetadata, downloadPage } from '../../download-page'

export const dynamic = 'force-dynamic'
export const generateMetadata = downloadMetadata('AppyeBGY')
export default downloadPage('AppyeBGY', GuestPage)
