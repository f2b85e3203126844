import { GuestPage } from '@/components/shell/guest-page'
import { downloadMetadata, downloadPage } from '../../download-page'

export const dynamic = 'force-dynamic'
export const generateMetadata = downloadMetadata('Appye')
export default downloadPage('Appye', GuestPage)
