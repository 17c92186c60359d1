use std::net::TcpStream;

use super::*;

#[tokio::test]
async fn waiting_connections_stay_and_new_ones_are_refused_after_the_end() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let drain = Drain::new(&listener).unwrap();
    let waiting = TcpStream::connect(address).unwrap();
    match ignore_new_connections(&drain.0) {
        Ok(()) => {
            let soon = Duration::from_millis(100);
            assert!(TcpStream::connect_timeout(&address, soon).is_err());
        }
        // Some kernels keep filters for privileged processes.
        Err(error) => assert_eq!(error.kind(), io::ErrorKind::PermissionDenied),
    }
    let (_, peer) = listener.accept().unwrap();
    assert_eq!(peer, waiting.local_addr().unwrap());
    drop(listener);
    drain.run().await;
    let refused = TcpStream::connect(address).unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
}
