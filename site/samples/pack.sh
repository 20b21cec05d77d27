npm run pack -- ../my-project/vendor
cd ../my-project
npm install vendor/*.tgz
