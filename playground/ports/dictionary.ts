/** The words of SPDY/3's dictionary, each of which follows its length there (SPDY/3.1 §2.6.10.1). */
const WORDS =
  'options,head,post,put,delete,trace,accept,accept-charset,accept-encoding,accept-language,accept' +
  '-ranges,age,allow,authorization,cache-control,connection,content-base,content-encoding,content-' +
  'language,content-length,content-location,content-md5,content-range,content-type,date,etag,expec' +
  't,expires,from,host,if-match,if-modified-since,if-none-match,if-range,if-unmodified-since,last-' +
  'modified,location,max-forwards,pragma,proxy-authenticate,proxy-authorization,range,referer,retr' +
  'y-after,server,te,trailer,transfer-encoding,upgrade,user-agent,vary,via,warning,www-authenticat' +
  'e,method,get,status,200 OK,version,HTTP/1.1,url,public,set-cookie,keep-alive,origin';

/** What follows the words. */
const REST =
  '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505203 N' +
  'on-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized4' +
  '03 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service UnavailableJan' +
  ' Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMTch' +
  'unked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,' +
  'text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,en' +
  'q=0.';

/** What both sides of a connection know before the first header block. */
export const DICTIONARY = Buffer.concat([
  ...WORDS.split(',').flatMap(withLength),
  Buffer.from(REST, 'latin1'),
]);

function withLength(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}
