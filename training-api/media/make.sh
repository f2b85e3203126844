#!/usr/bin/env bash
# Makes the media of the demo world anew from what lies in source/. Their results are committed, so only those who change
# a picture, a text or a lesson need this. Needs ffmpeg, chromium (or CHROMIUM_PATH), qpdf, zip and a CJK font; takes
# about three minutes.
#
#   training-api/media/make.sh            everything
#   training-api/media/make.sh video      only the films; likewise: doc, courseware, simulation
#
#   video/7001  lesson of 60 s, HLS in two sizes, captions in three languages (their .vtt files are written by hand)
#   video/7301  20 s of a practical examination
#   doc/7002.pdf  handbook of 12 pages
#   simulation  written by hand, shares its drawings with the rest
#   courseware/7003, 7004  lessons in SCORM 1.2 and 2004, each as a folder and packed
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PWD/../../node_modules/.bin:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# film NAME SECONDS NOTES: draws the film, adds soft chords of these notes in hertz, cuts it into HLS.
film() {
  local name=$1 seconds=$2 out=video/$1 sound='' chord
  local index=0 each
  read -ra chords <<<"$3"
  each=$(awk "BEGIN { print $seconds / ${#chords[@]} }")
  for chord in "${chords[@]}"; do
    local start
    start=$(awk "BEGIN { print $index * $each }")
    for note in ${chord//,/ }; do
      sound+="+0.05*sin(2*PI*$note*t)*sqrt(max(0,sin(PI*(t-$start)/$each)))*between(t,$start,$start+$each)"
    done
    index=$((index + 1))
  done
  node source/record.mjs "$name" "$seconds" "$work/$name.mkv"
  rm -rf "$out"/{480p,240p,subs} "$out"/*.m3u8 "$out"/poster.jpg
  mkdir -p "$out"
  ffmpeg -hide_banner -loglevel error -y -i "$work/$name.mkv" -f lavfi -i "aevalsrc=exprs='0${sound}':s=32000:d=$seconds" \
    -filter_complex "[0:v]split=2[a][b];[a]null[v0];[b]scale=424:240[v1];[1:a]lowpass=f=900,aecho=0.8:0.6:90:0.35,afade=t=out:st=$((seconds - 2)):d=2,asplit=2[a0][a1]" \
    -map '[v0]' -map '[a0]' -map '[v1]' -map '[a1]' \
    -c:v libx264 -profile:v main -pix_fmt yuv420p -preset veryslow -tune animation -g 60 -keyint_min 60 -sc_threshold 0 \
    -b:v:0 210k -maxrate:v:0 300k -bufsize:v:0 600k -b:v:1 80k -maxrate:v:1 110k -bufsize:v:1 220k -c:a aac -ac 1 -ar 32000 -b:a 24k \
    -f hls -hls_time 4 -hls_playlist_type vod -hls_flags independent_segments -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 \
    -master_pl_name index.m3u8 -var_stream_map 'v:0,a:0,name:480p v:1,a:1,name:240p' \
    -hls_segment_filename "$out/%v/%03d.m4s" "$out/%v/index.m3u8"
  ffmpeg -loglevel error -y -ss "$4" -i "$work/$name.mkv" -frames:v 1 -q:v 5 "$out/poster.jpg"
}

# captions NAME SECONDS: puts the .vtt files beside a film into its playlists.
captions() {
  local out=video/$1 lang media=''
  mkdir -p "$out/subs"
  for lang in zh en ja; do
    { printf 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n'; tail -n +2 "$out/$lang.vtt"; } >"$out/subs/$lang.vtt"
    printf '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:%s\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:%s.0,\n%s.vtt\n#EXT-X-ENDLIST\n' "$2" "$2" "$lang" >"$out/subs/$lang.m3u8"
  done
  add() { media+="\\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subs\",NAME=\"$2\",LANGUAGE=\"$1\",DEFAULT=$3,AUTOSELECT=YES,FORCED=NO,URI=\"subs/$1.m3u8\""; }
  add zh 中文 YES; add en English NO; add ja 日本語 NO
  sed -i -e "s|^#EXT-X-VERSION:.*|&$media|" -e 's|^#EXT-X-STREAM-INF:.*|&,SUBTITLES="subs"|' "$out/index.m3u8"
}

make_video() {
  film 7001 60 '131,196,330 110,165,262 87,175,262 98,147,247 131,196,330' 3
  captions 7001 60
  film 7301 20 '110,165,262 98,147,247' 8
}

make_doc() {
  mkdir -p doc
  node source/print.mjs "$work/7002.pdf"
  qpdf --linearize --object-streams=generate --recompress-flate --compression-level=9 "$work/7002.pdf" doc/7002.pdf
}

make_courseware() {
  local name title
  for name in 7003 7004; do
    rm -rf "courseware/$name" "courseware/$name.zip"
    mkdir -p "courseware/$name"
    cp source/courseware/"$name"/* source/courseware/{lesson.js,lesson.css,scorm.js} source/art.js "courseware/$name"
    title=$(sed -n 's|^ *<title>\(.*\)</title>$|\1|p' "courseware/$name/imsmanifest.xml" | head -n 1)
    sed "s|TITLE|$title|" source/courseware/index.html >"courseware/$name/index.html"
    # Fixed times and order: the same files give the same archive.
    (cd "courseware/$name" && TZ=UTC find . -type f -exec touch -t 202601010000 {} + && find . -type f -printf '%P\n' | LC_ALL=C sort | TZ=UTC zip -q -X -9 "../$name.zip" -@)
  done
}

make_simulation() {
  cp source/art.js simulation/art.js
}

for part in "${@:-video doc courseware simulation}"; do
  for one in $part; do "make_$one"; done
done
du -ch video doc courseware simulation 2>/dev/null | tail -n 1
